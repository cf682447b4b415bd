Creator "x"
graph [
 directed 1
 node [ id 1 label "a&#228;" g [ x 1 ] ]
 node [ id 2 label "b" ]
 edge [ source 1 target 2 weight 2.5 ]
]

# c
graph [ node [ id 5 ] node [ id 7 ] edge [ source 5 target 7 value 3 key 0 ] edge [ source 7 target 5 value -1 key 1 ] ]
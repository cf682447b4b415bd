# Bash completion of apsp-ocl. Options come from the program's own --help, so that they are always
# those of the program that is there.

_apsp_ocl() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local program=${COMP_WORDS[0]} command=solve word
    case ${COMP_WORDS[1]} in
        solve | devices | compare | bench | ladder | sweep | tune | verify | path | batch | change) command=${COMP_WORDS[1]} ;;
    esac
    COMPREPLY=()
    case $previous in
        -a | --algo | --algos) word="kleene rkleene fw" ;;
        --dtype | --dtypes | --result-dtype) word="auto f32 f64 i32 i16 u8" ;;
        --semiring | --semirings) word="min-plus max-min min-max max-times or-and" ;;
        --inputs) word="random squares ring potential undirected" ;;
        --format) word="gr mtx npy edges csv tsv metis dense" ;;
        -d | --device | --devices)
            word="cpu $("$program" devices 2>/dev/null | sed -n 's/^ *\([0-9]\+\)  \([a-z]*:[0-9]*\) .*/\1 \2/p')"
            ;;
        -i | --input | -o | --output | --compare | --paths-output | --path-arcs-output | --stats-output | --labels-output | --graph | --distances | --predecessors | --changes)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        *)
            # What is not an option and follows none with a value is a command, and the first word.
            word=$("$program" "$command" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]+' | sort -u)
            [ "$COMP_CWORD" -eq 1 ] && word="solve devices compare bench ladder sweep tune verify path batch change $word"
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "${word//,/ }" -- "$current")
}

complete -F _apsp_ocl apsp-ocl

# Completion for Bash: the program itself says what to offer, see complete.cpp.

_apsp_ocl() {
    local typed=${COMP_LINE:0:COMP_POINT} current=${COMP_WORDS[COMP_CWORD]} word words
    # The words as typed: Bash splits them at "=" and ":".
    read -ra words <<<"$typed"
    [[ $typed == *[[:space:]] ]] && words+=("")
    word=${words[-1]}
    COMPREPLY=()
    local reply prefix=${word%"${word##*[=:]}"}
    while IFS= read -r reply; do
        case $reply in
            :file | :folder)
                compopt -o filenames 2>/dev/null
                local kind=-f
                [[ $reply == :folder ]] && kind=-d
                [[ $current == [=:] ]] && current=
                mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen $kind -- "$current")
                ;;
            *)
                reply=${reply%%$'\t'*}
                COMPREPLY+=("${reply#"$prefix"}")
                ;;
        esac
    done < <("${words[0]}" complete "${words[@]:1}" 2>/dev/null)
}

complete -F _apsp_ocl apsp-ocl

#compdef apsp-ocl
# Completion for zsh: the program itself says what to offer, see complete.cpp.

_apsp_ocl() {
    local reply
    local -a offered
    for reply in "${(@f)$("${(Q)words[1]}" complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
        case $reply in
            :file) compset -P '--*='; _files ;;
            :folder) compset -P '--*='; _files -/ ;;
            ?*) offered+=("${${reply//:/\\:}/$'\t'/:}") ;;
        esac
    done
    (( $#offered )) && _describe apsp-ocl offered
}

_apsp_ocl "$@"

# Completion for fish: the program itself says what to offer, see complete.cpp.

function __apsp_ocl_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l option (string match -r -- '^--[^=]*=' $current; or echo '')
    set -l path (string replace -r -- '^--[^=]*=' '' $current)
    for reply in ($words[1] complete $words[2..-1] "$current" 2>/dev/null)
        switch $reply
            case :file
                printf '%s\n' $option(__fish_complete_path "$path")
            case :folder
                printf '%s\n' $option(__fish_complete_directories "$path")
            case '*'
                printf '%s\n' $reply
        end
    end
end

complete -c apsp-ocl -f -a '(__apsp_ocl_complete)'

# Prints each use of a symbol that is newer than the oldest system supported: the file, the offset, the mangled name.
#
# Input: the USRs of the newer symbols, one a line; then the syntax trees of the sources as JSON, cut at each brace.
BEGIN { FS = "\"" }

FNR == NR {
    newer[$0] = 1
    # A type that is only mentioned, as in a parameter, appears as part of a mangled type.
    if ($0 ~ /^s:[0-9s].*[VCOP]$/) types = types (types == "" ? "" : "|") substr($0, 3)
    next
}

/"_kind":"source_file"/ { file = $8 }
/^"start":/ { split($3, number, /[:,}]/); offset = number[2] }

{
    for (i = 2; i <= NF; i += 2) {
        if ($i in newer) {
            use = file "\t" offset "\t" "s" substr($i, 3)
        } else if (substr($i, 1, 2) == "$s" && match($i, types)) {
            use = file "\t" offset "\t" "s" substr($i, RSTART, RLENGTH)
        } else {
            continue
        }
        if (!(use in seen)) print use
        seen[use] = 1
    }
}

// The completion scripts. Each asks `keyward __complete`, which prints a candidate and a text a line. No shell ever evaluates a candidate:
// names in it come from tenants.
import { UsageError } from '../failures.ts';

const bash = `# bash completion of keyward: eval "$(keyward completion bash)"
_keyward() {
  local candidate text
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate text; do
    COMPREPLY+=("$candidate")
  done < <(keyward __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _keyward keyward
`;

const zsh = `#compdef keyward
# zsh completion of keyward: eval "$(keyward completion zsh)", after compinit
_keyward() {
  local -a candidates texts
  local line
  while IFS= read -r line; do
    candidates+=("\${line%%$'\\t'*}")
    texts+=("\${line/$'\\t'/  }")
  done < <(keyward __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#candidates} )); then
    compadd -U -l -d texts -a candidates
  else
    _files
  fi
}
compdef _keyward keyward
`;

const fish = `# fish completion of keyward: keyward completion fish | source
function __keyward_complete
  set -l words (commandline -opc) (commandline -ct)
  keyward __complete -- $words[2..-1] 2>/dev/null
end
complete -c keyward -a '(__keyward_complete)'
`;

const scripts: Readonly<Record<string, string>> = { bash, zsh, fish };
export const shells = Object.keys(scripts);

/** @throws {UsageError} for a shell without a script */
export function completionScript(shell: string): string {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script === undefined) throw new UsageError(`There are completion scripts for ${shells.join(', ')}.`);
  return script;
}

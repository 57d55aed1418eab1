import type { Command, Option } from 'commander';

/** The shells that a completion script can be written for. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
/** One of {@link SHELLS}. */
export type Shell = (typeof SHELLS)[number];

/** The completion scripts, as lines, made from the definitions of the commands. */
export const COMPLETIONS: Readonly<Record<Shell, (program: Command) => readonly string[]>> = {
  bash: bashLines,
  zsh: zshLines,
  fish: fishLines,
  powershell: powershellLines,
};

function bashLines({ commands }: Command): readonly string[] {
  const words = (list: readonly string[]): string => `COMPREPLY=($(compgen -W '${list.join(' ')}' -- "$cur"))`;
  return [
    '# bash completion for dustpan',
    '_dustpan() {',
    '  local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} previous=${COMP_WORDS[COMP_CWORD-1]}',
    `  if [[ $COMP_CWORD -eq 1 ]]; then ${words(namesOf(commands))}; return; fi`,
    '  case $command:$previous in',
    ...commands.flatMap((command) =>
      optionsOf(command)
        .filter(({ argChoices = [] }) => argChoices.length > 0)
        .map(
          (option) =>
            `    ${flagsOf(option)
              .map((flag) => `${command.name()}:${flag}`)
              .join('|')}) ${words(option.argChoices ?? [])}; return ;;`,
        ),
    ),
    '  esac',
    '  case $command in',
    ...commands.map((command) => {
      const flags = words(optionsOf(command).flatMap(flagsOf));
      const values = valuesOf(command, commands);
      const otherwise = values.length === 0 ? '' : ` else ${words(values)};`;
      return `    ${command.name()}) if [[ $cur == -* ]]; then ${flags};${otherwise} fi ;;`;
    }),
    '  esac',
    '}',
    'complete -o default -F _dustpan dustpan',
  ];
}

function zshLines({ commands }: Command): readonly string[] {
  const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const inBrackets = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&');
  const argument = ({ flags, argChoices }: Option): string => {
    const name = /[<[](.*?)(?:\.\.\.)?[>\]]/.exec(flags)?.[1];
    if (name === undefined) return '';
    return `:${name}:${argChoices === undefined ? '_files' : `(${argChoices.join(' ')})`}`;
  };
  return [
    '#compdef dustpan',
    '_dustpan() {',
    '  local -a commands',
    `  commands=(${commands.map((command) => quote(`${command.name()}:${inBrackets(command.description())}`)).join(' ')})`,
    '  if (( CURRENT == 2 )); then _describe command commands; return; fi',
    '  shift words; (( CURRENT-- ))',
    '  case $words[1] in',
    ...commands.flatMap((command) => {
      const values = valuesOf(command, commands);
      const rest = quote(values.length === 0 ? '*:file:_files' : `1:name:(${values.join(' ')})`);
      const options = optionsOf(command).flatMap((option) =>
        flagsOf(option).map((flag) => quote(`*${flag}[${inBrackets(summaryOf(option))}]${argument(option)}`)),
      );
      return [`    ${command.name()}) _arguments ${[...options, rest].join(' ')} ;;`];
    }),
    '  esac',
    '}',
    'compdef _dustpan dustpan',
  ];
}

function fishLines({ commands }: Command): readonly string[] {
  const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
  return [
    '# fish completion for dustpan',
    ...commands.map(
      (command) =>
        `complete -c dustpan -n __fish_use_subcommand -f -a ${command.name()} -d ${quote(command.description())}`,
    ),
    ...commands.flatMap((command) => {
      const when = `complete -c dustpan -n '__fish_seen_subcommand_from ${command.name()}'`;
      const values = valuesOf(command, commands);
      return [
        ...(values.length === 0 ? [] : [`${when} -f -a ${quote(values.join(' '))}`]),
        ...optionsOf(command).map((option) => {
          const names = flagsOf(option).map((flag) =>
            flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
          );
          const choices = option.argChoices === undefined ? '-r' : `-x -a ${quote(option.argChoices.join(' '))}`;
          const takes = option.required || option.optional ? ` ${choices}` : '';
          return `${when} ${names.join(' ')}${takes} -d ${quote(summaryOf(option))}`;
        }),
      ];
    }),
  ];
}

function powershellLines({ commands }: Command): readonly string[] {
  const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  const list = (texts: readonly string[]): string => `@(${texts.map(quote).join(', ')})`;
  return [
    '# PowerShell completion for dustpan',
    '$dustpanWords = @{',
    ...commands.map(
      (command) =>
        `  ${quote(command.name())} = ${list([...valuesOf(command, commands), ...optionsOf(command).flatMap(flagsOf)])}`,
    ),
    '}',
    '$dustpanValues = @{',
    ...commands.flatMap((command) =>
      optionsOf(command).flatMap((option) =>
        option.argChoices === undefined
          ? []
          : flagsOf(option).map((flag) => `  ${quote(`${command.name()} ${flag}`)} = ${list(option.argChoices ?? [])}`),
      ),
    ),
    '}',
    'Register-ArgumentCompleter -Native -CommandName dustpan -ScriptBlock {',
    '  param($word, $ast, $position)',
    '  $typed = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { $_.ToString() })',
    `  $words = if ($typed.Count -lt 2) { ${list(namesOf(commands))} }`,
    '  elseif ($dustpanValues.ContainsKey("$($typed[1]) $($typed[-1])")) { $dustpanValues["$($typed[1]) $($typed[-1])"] }',
    '  else { $dustpanWords[$typed[1]] }',
    '  $words | Where-Object { $_ -like "$word*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }',
    '}',
  ];
}

function namesOf(commands: readonly Command[]): readonly string[] {
  return commands.map((command) => command.name());
}

/** The options of a command, with `--help`. */
function optionsOf(command: Command): readonly Option[] {
  return command.createHelp().visibleOptions(command);
}

function flagsOf({ short, long }: Option): readonly string[] {
  return [short, long].filter((flag) => flag !== undefined);
}

/** The values that the first argument of a command may have; empty if it may be any text or file. */
function valuesOf(command: Command, commands: readonly Command[]): readonly string[] {
  if (command.name() === 'help') return namesOf(commands);
  return command.registeredArguments[0]?.argChoices ?? [];
}

/** The description of an option in one line. */
function summaryOf({ description }: Option): string {
  return description.split('\n', 1)[0] ?? '';
}

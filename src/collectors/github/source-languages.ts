/**
 * The grammars of Prism by the ending of a file's name. A language without a grammar has one with the same comments.
 */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  solidity: ['sol', 'yul', 'huff'],
  typescript: ['ts', 'mts', 'cts'],
  tsx: ['tsx'],
  javascript: ['js', 'mjs', 'cjs', 'circom'],
  jsx: ['jsx'],
  markup: ['html', 'vue', 'svelte', 'astro'],
  css: ['css'],
  scss: ['scss'],
  less: ['less'],
  rust: ['rs', 'cairo', 'move', 'noir', 'nr'],
  go: ['go', 'mod'],
  python: ['py', 'vy'],
  ruby: ['rb'],
  java: ['java'],
  kotlin: ['kt', 'kts'],
  scala: ['scala'],
  swift: ['swift'],
  c: ['c', 'h'],
  cpp: ['cc', 'cpp', 'hpp'],
  csharp: ['cs'],
  fsharp: ['fs'],
  zig: ['zig'],
  nim: ['nim'],
  elixir: ['ex', 'exs'],
  erlang: ['erl'],
  haskell: ['hs'],
  ocaml: ['ml'],
  lua: ['lua'],
  php: ['php'],
  dart: ['dart'],
  bash: ['sh', 'bash'],
  powershell: ['ps1'],
  sql: ['sql'],
  graphql: ['graphql'],
  protobuf: ['proto'],
  wgsl: ['wgsl'],
  glsl: ['glsl'],
  json5: ['json', 'jsonc'],
  toml: ['toml'],
  yaml: ['yml', 'yaml'],
  gradle: ['gradle'],
  nix: ['nix'],
  hcl: ['tf'],
  docker: ['dockerfile'],
  makefile: ['makefile'],
  cmake: ['cmakelists.txt'],
}

const BY_ENDING = new Map(
  Object.entries(LANGUAGES).flatMap(([language, endings]) => endings.map((ending) => [ending, language])),
)

/** The grammar of a file by its name; undefined when none is known. */
export function languageOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return BY_ENDING.get(name) ?? BY_ENDING.get(name.slice(name.lastIndexOf('.') + 1))
}

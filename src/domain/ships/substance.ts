/** The rule of what counts as work on the software. */
export const SUBSTANCE_RULE = { id: 'commits.substance@3' } as const

/**
 * The kind of a change of files: work on the software (`substantive`), no such work (`none`), or `not_read` while an
 * unread part could be work.
 */
export type Work = 'substantive' | 'none' | 'not_read'

/** The changed part of a file before and after, without comments where the language is known. */
type ChangedCode = { readonly before: string; readonly after: string }

/** One changed file; `code` is null when the host gave no difference, or not all of it. */
export type ChangedFile = {
  readonly path: string
  /** How many lines changed; null when the host did not say. */
  readonly lines: number | null
  readonly code: ChangedCode | null
  /** False when the host gave fewer lines than it counts, or did not count them. */
  readonly whole: boolean
}

const VENDORED = /(^|\/)(node_modules|vendor|third_party|dist|build|out|artifacts|\.yarn)\//
const GENERATED =
  /(\.min\.(js|css)|\.map|\.snap|\.lock|-lock\.(json|yaml)|\.generated\.\w+|go\.sum|_pb2?\.\w+)$/
const CONTINUOUS_INTEGRATION =
  /^(\.github\/workflows\/|\.circleci\/|\.gitlab-ci\.yml$|\.travis\.yml$|Jenkinsfile$)/
const CONFIGURATION =
  /(^|\/)(package\.json|tsconfig[\w.-]*\.json|biome\.jsonc?|deno\.jsonc?|composer\.json|foundry\.toml|Dockerfile|docker-compose[\w.-]*\.ya?ml|Makefile|CMakeLists\.txt|go\.mod|\.[\w-]+rc(\.\w+)?)$|\.(toml|gradle|nix|tf)$/
const SOURCE =
  /\.(sol|vy|cairo|move|ts|tsx|mts|cts|js|jsx|mjs|cjs|vue|svelte|astro|rs|go|py|rb|java|kt|kts|scala|swift|c|h|cc|cpp|hpp|cs|fs|zig|nim|ex|exs|erl|hs|ml|lua|php|dart|sh|bash|ps1|sql|graphql|proto|css|scss|less|html|wgsl|glsl|circom|noir|nr|yul|huff)$/

/** A line that only names the version of the software: `"version": "1.2.0",` or `const VERSION = '1.2.0'`. */
const VERSION_LINE =
  /^(?:[a-z]+ ){0,5}["']?(?:_|package|pkg|app|lib|sdk)*version(?:_|name)*["']?(?: ?: ?\w+)? ?(?::|=|:=) ?["'`]?v?\d+(?:\.\d+)+[\w.+-]*["'`]?[,;]?$/i
const LINE_LENGTH = 160

/**
 * Whether the human commits of a week changed source, tests, configuration or CI in more than white space, comments and
 * the version. `none` only when the changes of every commit were read; `not_fully_read` while an unread change could be
 * work.
 */
export function substanceOf(
  commits: readonly { readonly work: Work }[],
): 'substantive' | 'none' | 'not_fully_read' {
  const work = commits.map((commit) => commit.work)
  if (work.includes('substantive')) return 'substantive'
  return work.includes('not_read') ? 'not_fully_read' : 'none'
}

/** The kind of the change of these files. */
export function workOf(files: Iterable<ChangedFile>): Work {
  let isRead = true
  for (const file of files) {
    const work = workOfFile(file)
    if (work === 'substantive') return 'substantive'
    isRead &&= work === 'none'
  }
  return isRead ? 'none' : 'not_read'
}

/** Whether a file is source, a test, configuration or CI, by its path. */
export function isWorkFile(path: string): boolean {
  if (VENDORED.test(path) || GENERATED.test(path)) return false
  return CONTINUOUS_INTEGRATION.test(path) || CONFIGURATION.test(path) || SOURCE.test(path)
}

function workOfFile({ path, lines, code, whole }: ChangedFile): Work {
  if (!isWorkFile(path) || lines === 0) return 'none'
  if (code === null) return 'not_read'
  if (meaningOf(code.before) !== meaningOf(code.after)) return 'substantive'
  return whole ? 'none' : 'not_read'
}

/** A text without white space and without the lines that only name a version. */
function meaningOf(code: string): string {
  return code
    .split('\n')
    .filter((line) => !isVersionLine(line))
    .join('')
    .replace(/\s+/g, '')
}

function isVersionLine(line: string): boolean {
  if (line.length > LINE_LENGTH) return false
  return VERSION_LINE.test(line.trim().replace(/\s+/g, ' '))
}

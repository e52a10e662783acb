import type { ChangedFile, Commit } from './commit-streams.ts'

/** The rule of what counts as work on the software. */
export const SUBSTANCE_RULE = { id: 'commits.substance@1' } as const

const VENDORED = /(^|\/)(node_modules|vendor|third_party|dist|build|out|artifacts|\.yarn)\//
const GENERATED =
  /(\.min\.(js|css)|\.map|\.snap|\.lock|-lock\.(json|yaml)|\.generated\.\w+|go\.sum|_pb2?\.\w+)$/
const CONTINUOUS_INTEGRATION =
  /^(\.github\/workflows\/|\.circleci\/|\.gitlab-ci\.yml$|\.travis\.yml$|Jenkinsfile$)/
const CONFIGURATION =
  /(^|\/)(package\.json|tsconfig[\w.-]*\.json|biome\.jsonc?|deno\.jsonc?|composer\.json|foundry\.toml|Dockerfile|docker-compose[\w.-]*\.ya?ml|Makefile|CMakeLists\.txt|go\.mod|\.[\w-]+rc(\.\w+)?)$|\.(toml|gradle|nix|tf)$/
const SOURCE =
  /\.(sol|vy|cairo|move|ts|tsx|mts|cts|js|jsx|mjs|cjs|vue|svelte|astro|rs|go|py|rb|java|kt|kts|scala|swift|c|h|cc|cpp|hpp|cs|fs|zig|nim|ex|exs|erl|hs|ml|lua|php|dart|sh|bash|ps1|sql|graphql|proto|css|scss|less|html|wgsl|glsl|circom|noir|nr|yul|huff)$/

/**
 * Whether the human commits of a week changed source, tests, configuration or CI beyond white space. `none` only when
 * the changes of every commit were read; `not_fully_read` while an unread commit could be substantive.
 */
export function substanceOf(commits: readonly Commit[]): 'substantive' | 'none' | 'not_fully_read' {
  const files = commits.flatMap((commit) => (commit.files === null ? [] : commit.files))
  if (files.some(isSubstantive)) return 'substantive'
  return commits.every((commit) => commit.files !== null) ? 'none' : 'not_fully_read'
}

/** Whether the change of one file is work on the software: a work file, with more than white space changed. */
export function isSubstantive(file: ChangedFile): boolean {
  return isWorkFile(file.path) && file.additions + file.deletions > 0 && !isWhiteSpaceOnly(file.patch)
}

function isWorkFile(path: string): boolean {
  if (VENDORED.test(path) || GENERATED.test(path)) return false
  return CONTINUOUS_INTEGRATION.test(path) || CONFIGURATION.test(path) || SOURCE.test(path)
}

function isWhiteSpaceOnly(patch: string | null): boolean {
  if (patch === null) return false
  const textOf = (sign: string) =>
    patch
      .split('\n')
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('')
      .replace(/\s+/g, '')
  return textOf('+') === textOf('-')
}

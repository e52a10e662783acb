import type { Random } from '../random.ts'
import type { FileChange } from './repositories.ts'

export type CommitStyle = 'code' | 'docs' | 'dependabot' | 'merge' | 'stats' | 'data' | 'whitespace'

const subjects = [
  'settlement queue',
  'quote cache',
  'session keys',
  'order book',
  'retry policy',
  'index cursor',
  'fee table',
  'signer pool',
  'event parser',
  'backfill worker',
  'rate limiter',
  'address book',
  'migration runner',
] as const
const verbs = ['add', 'fix', 'tighten', 'simplify', 'speed up', 'cover', 'rework', 'guard', 'expose'] as const
const folders = ['core', 'server', 'client', 'chain', 'api'] as const
const pages = ['getting-started', 'fees', 'architecture', 'faq', 'integration'] as const
const packages = ['left-margin', 'tiny-queue', 'hexlite', 'micro-parse', 'wirekit'] as const

type CommitText = { message: string; files: readonly FileChange[]; merge?: boolean }

/** The message and the files of a commit in each style. `place` is the commit's number in its stream. */
export const commitTexts: Record<CommitStyle, (random: Random, place: number) => CommitText> = {
  code: (random) => {
    const subject = random.pick(subjects)
    const file = `src/${random.pick(folders)}/${subject.replaceAll(' ', '-')}.ts`
    const test = file.replace('.ts', '.test.ts')
    const files = [
      change(
        file,
        random.between(4, 90),
        random.between(0, 40),
        `export const limit = ${random.between(2, 99)}`,
      ),
    ]
    if (random.fraction() < 0.4) {
      files.push(change(test, random.between(3, 40), random.between(0, 6), "test('keeps its order', run)"))
    }
    return { message: `${random.pick(verbs)} ${subject}`, files }
  },
  docs: (random) => {
    const page = random.pick(pages)
    const text = `Explain how ${random.pick(subjects)} works.`
    return {
      message: `docs: revise ${page}`,
      files: [change(`docs/${page}.md`, random.between(2, 30), 3, text)],
    }
  },
  dependabot: (random, place) => {
    const name = random.pick(packages)
    return {
      message: `build(deps): bump ${name} from 1.${place}.0 to 1.${place + 1}.0`,
      files: [
        change('package.json', 1, 1, `"${name}": "1.${place + 1}.0"`),
        change('package-lock.json', 6, 6, '"lock": true'),
      ],
    }
  },
  merge: (random, place) => ({
    message: `Merge pull request #${place + 1} from ${random.pick(packages)}/patch-${place + 1}`,
    files: [],
    merge: true,
  }),
  stats: (random, place) => ({
    message: `stats: ${48_211 + place * 37}`,
    files: [change('data/stats.json', 1, 1, `{"value":${random.between(10_000, 99_999)}}`)],
  }),
  data: (random) => ({
    message: 'update registry data',
    files: [change('data/registry.json', 1, 1, `{"height":${random.between(1, 999_999)}}`)],
  }),
  whitespace: (random) => ({
    message: 'reformat',
    files: [
      {
        filename: `src/${random.pick(folders)}/index.ts`,
        status: 'modified',
        additions: 1,
        deletions: 1,
        patch: '@@ -1 +1 @@\n-export  const ready = true\n+export const ready = true',
      },
    ],
  }),
}

function change(filename: string, additions: number, deletions: number, line: string): FileChange {
  const patch = `@@ -1,${Math.max(deletions, 1)} +1,${additions} @@\n+${line}`
  return { filename, status: 'modified', additions, deletions, patch }
}

/**
 * What a named action does to a member of the cast, for the help. This file imports nothing, so that the command line
 * can print it without loading the sandbox.
 */
type Effect = {
  /** The change of the world, in one line. */
  readonly effect: string
  /** The situations that the action shows, by their tags in the titles of tests; absent when it shows none. */
  readonly shows?: readonly string[]
}

const effects = {
  release: { effect: 'publishes a full release of a new commit' },
  'release-nothing': { effect: 'publishes a release of the commit that was released last', shows: ['R81'] },
  'release-version': {
    effect: 'publishes a release of a version line alone, and its package with the same content',
    shows: ['R92'],
  },
  prerelease: { effect: 'publishes a prerelease of a new commit' },
  'nightly-releases': {
    effect: 'publishes ten releases, one a night at changing times, of commits by a bot',
    shows: ['R82', 'R132'],
  },
  'delete-release': { effect: 'deletes the newest release' },
  'retitle-release': { effect: 'changes the title of the newest release' },
  'recreate-release': {
    effect: 'deletes the newest release and publishes its tag again, of the newest commit',
  },
  'republish-release': {
    effect: 'deletes the newest release and publishes the same tag and commit again',
    shows: ['R125'],
  },
  'draft-release': { effect: 'drafts a release, which is not public' },
  'publish-draft': { effect: 'publishes the newest draft' },
  'promote-prerelease': { effect: 'makes the newest prerelease a full release' },
  'edit-release-notes': { effect: 'changes the text of the newest release' },
  'move-tag': { effect: 'moves the tag of the newest release to another commit' },
  'force-push': { effect: 'drops the newest commits of finished weeks' },
  'code-week': { effect: 'pushes five commits of a person that change source' },
  'comment-commit': {
    effect: 'pushes a commit that changes one character of a comment',
    shows: ['R126'],
  },
  'version-commit': {
    effect: 'pushes a commit of a version line and the changelog',
    shows: ['R91', 'R126'],
  },
  'merge-old-branch': {
    effect: 'moves the main branch on to thirty commits that are 16 to 22 days old',
    shows: ['R117'],
  },
  'sync-fork': { effect: 'takes over twenty commits of the upstream of a fork', shows: ['R86'] },
  'import-code': { effect: 'pushes a first commit of 400 files to an empty repository', shows: ['R88'] },
  'rename-repository': { effect: 'renames the repository', shows: ['R49'] },
  'archive-repository': { effect: 'archives the repository' },
  deploy: { effect: 'deploys a contract from the deployer of the project', shows: ['R84'] },
  'deploy-pending': { effect: 'deploys a contract in the newest block, which is not safe yet' },
  upgrade: { effect: 'upgrades the proxy or beacon to a new implementation', shows: ['R85', 'R118', 'R119'] },
  'upgrade-twice-in-block': { effect: 'upgrades the proxy or beacon twice in one block', shows: ['R119'] },
  'upgrade-quietly': {
    effect: 'changes the implementation slot without a log',
    shows: ['R62', 'R128', 'R129'],
  },
  call: { effect: 'calls a function that users call every day', shows: ['R115'] },
  'call-often': { effect: 'calls a function that users call every day forty times' },
  'call-untouched': { effect: 'calls a function that nobody called before' },
  'call-in-vain': { effect: 'calls a function that reverts' },
  'verify-source': { effect: 'publishes the source of a contract that had none at the explorers' },
  'change-interface': { effect: 'replaces the source of a contract at the explorers: a function more' },
  'withdraw-source': { effect: 'withdraws the source of a contract from the explorers' },
  lock: { effect: 'locks tokens for six days' },
  'extend-lock': { effect: 'extends the earliest lock by thirty days' },
  'exit-lock': {
    effect: 'takes the tokens out of the earliest lock before its time; the locker forgets the lock',
  },
  'withdraw-lock': { effect: 'withdraws the earliest lock once it is due' },
  'launch-stage': { effect: 'moves a launch on a curve to its next stage' },
  'site-change': { effect: 'changes what the site declares' },
  'site-nonce': { effect: 'makes the site link another address every hour', shows: ['R93'] },
  'name-another-token': { effect: 'makes the site name a token of somebody else as its own' },
  'source-down': { effect: 'takes the first repository away, or the site', shows: ['R130'] },
  'source-up': { effect: 'brings it back' },
  'liquidity-gone': { effect: 'empties every pool of the token', shows: ['R77', 'R116', 'R127'] },
  'liquidity-back': { effect: 'fills the pools again', shows: ['R116', 'R127'] },
  'volume-spike': { effect: 'multiplies the volume of every pool by ten', shows: ['R89'] },
} as const satisfies Readonly<Record<string, Effect>>

export type ActionName = keyof typeof effects

export const actionEffects: Readonly<Record<ActionName, Effect>> = effects

/** The actions as lines for a terminal. */
export function describeActions(): string {
  const width = Math.max(...Object.keys(effects).map((name) => name.length))
  return Object.entries<Effect>(effects)
    .map(([name, { effect, shows = [] }]) => {
      const situations = shows.length === 0 ? '' : ` (${shows.join(', ')})`
      return `  ${name.padEnd(width)}  ${effect}${situations}`
    })
    .join('\n')
}

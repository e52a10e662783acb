import { isoOf } from '../clock.ts'
import type { World } from '../world/world.ts'
import { call, callInVain, callOften, callUntouched } from './calls.ts'
import {
  deploy,
  deployPending,
  exitLock,
  extendLock,
  lock,
  upgrade,
  upgradeQuietly,
  upgradeTwiceInBlock,
  withdrawLock,
} from './contracts.ts'
import type { ActionName } from './effects.ts'
import { changeInterface, verifySource, withdrawSource } from './explorers.ts'
import {
  commentCommit,
  importCode,
  mergeOldBranch,
  nightlyReleases,
  releaseVersion,
  syncFork,
  versionCommit,
} from './histories.ts'
import { launchStage } from './launches.ts'
import { type Outcome, Refusal } from './refusal.ts'
import {
  draftRelease,
  editReleaseNotes,
  forcePush,
  moveTag,
  promotePrerelease,
  publishDraft,
  recreateRelease,
  republishRelease,
  retitleRelease,
} from './rewrites.ts'
import {
  archiveRepository,
  codeWeek,
  type Doing,
  deleteRelease,
  prerelease,
  release,
  releaseNothing,
  renameTheRepository,
} from './ships.ts'
import {
  liquidityBack,
  liquidityGone,
  nameAnotherToken,
  siteChange,
  siteNonce,
  sourceDown,
  sourceUp,
  volumeSpike,
} from './surroundings.ts'

const actions: Readonly<Record<ActionName, (doing: Doing) => Outcome>> = {
  release,
  'release-nothing': releaseNothing,
  'release-version': releaseVersion,
  prerelease,
  'nightly-releases': nightlyReleases,
  'delete-release': deleteRelease,
  'retitle-release': retitleRelease,
  'recreate-release': recreateRelease,
  'republish-release': republishRelease,
  'draft-release': draftRelease,
  'publish-draft': publishDraft,
  'promote-prerelease': promotePrerelease,
  'edit-release-notes': editReleaseNotes,
  'move-tag': moveTag,
  'force-push': forcePush,
  'code-week': codeWeek,
  'comment-commit': commentCommit,
  'version-commit': versionCommit,
  'merge-old-branch': mergeOldBranch,
  'sync-fork': syncFork,
  'import-code': importCode,
  'rename-repository': renameTheRepository,
  'archive-repository': archiveRepository,
  deploy,
  'deploy-pending': deployPending,
  upgrade,
  'upgrade-twice-in-block': upgradeTwiceInBlock,
  'upgrade-quietly': upgradeQuietly,
  call,
  'call-often': callOften,
  'call-untouched': callUntouched,
  'call-in-vain': callInVain,
  'verify-source': verifySource,
  'change-interface': changeInterface,
  'withdraw-source': withdrawSource,
  lock,
  'extend-lock': extendLock,
  'exit-lock': exitLock,
  'withdraw-lock': withdrawLock,
  'launch-stage': launchStage,
  'site-change': siteChange,
  'site-nonce': siteNonce,
  'name-another-token': nameAnotherToken,
  'source-down': sourceDown,
  'source-up': sourceUp,
  'liquidity-gone': liquidityGone,
  'liquidity-back': liquidityBack,
  'volume-spike': volumeSpike,
}

export const actionNames: readonly string[] = Object.keys(actions)

export type Done = Outcome & { readonly at: string }

/** Runs a named action on a member of the cast. @throws Refusal before anything is changed */
export function act(world: World, input: { action: string; slug: string; at: number }): Done {
  const action = Object.entries(actions).find(([name]) => name === input.action)?.[1]
  if (!action)
    throw new Refusal(
      'unknown_action',
      `There is no action ${input.action}; there are ${actionNames.join(', ')}`,
    )
  const member = world.members.get(input.slug)
  if (!member) {
    throw new Refusal(
      'unknown_slug',
      `The cast has no ${input.slug}; it has ${[...world.members.keys()].join(', ')}`,
    )
  }
  return { ...action({ world, member, at: input.at }), at: isoOf(input.at) }
}

import { FACT_NAMES } from '#domain/project/evidence-words.ts'
import { ACTIVITY_RULE } from '#domain/ships/activity.ts'
import { CODE_WEEK_RULE } from '#domain/ships/code-week.ts'
import { COMEBACK_RULE } from '#domain/ships/comeback.ts'
import { AUTOMATION_RULE } from '#domain/ships/commit-streams.ts'
import { MOMENTUM_RULE } from '#domain/ships/momentum.ts'
import { RELEASE_STREAM_RULE } from '#domain/ships/release-streams.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import { SUBSTANCE_RULE } from '#domain/ships/substance.ts'
import { counted, percent, type Rule, span } from './rule.ts'

const { points, weights, backing } = MOMENTUM_RULE

/** The rules of ships, activity and momentum. */
export const SHIP_RULES: readonly Rule[] = [
  {
    id: SHIPS_RULE.id,
    title: 'Meaningful ships',
    concludes: ['ships.meaningful_30d'],
    text: `A ship counts if it was not withdrawn, its source is counted and more than the project's own word, and it is dated at most ${span(SHIPS_RULE.futureToleranceMs)} ahead. Releases of one repository and day count once, and so do the prereleases and the code weeks of a week. A release that adds nothing, one without work by people since the release before, a copy of a counted release, and a release that a script made do not count; a release published again is the one that was deleted. The number is unknown while a part of its 30 days could not be read.`,
  },
  {
    id: CODE_WEEK_RULE.id,
    title: 'Code weeks',
    concludes: ['code_week', 'commits_30d'],
    text: `The human commits of a repository in an ISO week are one ship. Commits from before the repository belong to no week, and those that the upstream of a fork has are no work on the fork. Each reading lists the ${CODE_WEEK_RULE.weeksReadAgain} weeks before the running one, so a week gains the commits of a branch that is merged late; a week that was read to its end loses none, and for a rewritten week a count of commits uses the commits that the host lists now. Commits dated more than ${span(CODE_WEEK_RULE.futureToleranceMs)} ahead are in no week, and counts of commits cover ${counted(CODE_WEEK_RULE.windowDays, 'UTC day')}.`,
  },
  {
    id: AUTOMATION_RULE.id,
    title: 'Commits made by scripts',
    concludes: ['code_week'],
    text: `Merges, bots and templated commits are not human. A commit is templated if ${AUTOMATION_RULE.inARow} in a row of one author share its words once dates, versions, hashes, issue numbers and numbers are masked, and if each names another date, each changes ${AUTOMATION_RULE.changingNumbersAtLeast} numbers, or ${percent(AUTOMATION_RULE.regularGapShare)} of their gaps are within ${percent(AUTOMATION_RULE.regularGapTolerance)} of the median and within ${AUTOMATION_RULE.regularGapToleranceAtMostMs / 60_000} minutes of it. Each excluded commit is counted under the rule that excludes it.`,
  },
  {
    id: SUBSTANCE_RULE.id,
    title: 'Substance of commits',
    concludes: ['code_week'],
    text: 'A code week counts if a human commit changed source, tests, configuration or CI in more than white space, comments and lines that only name a version. It does not count if every commit was read and none did. A first commit of more files than the host names at once is an import. It counts, and is marked, while a change was not read.',
  },
  {
    id: RELEASE_STREAM_RULE.id,
    title: 'Releases made by scripts',
    concludes: ['ships.meaningful_30d'],
    text: `A release is templated if ${RELEASE_STREAM_RULE.atLeast} releases in a row of one repository and author share its words once versions, dates and numbers are masked. Their median gap is between ${RELEASE_STREAM_RULE.medianGapAtLeastMs / 60_000} minutes and ${span(RELEASE_STREAM_RULE.medianGapAtMostMs)}, and ${percent(RELEASE_STREAM_RULE.regularGapShare)} of the gaps are about the median, or each release names another date.`,
  },
  {
    id: ACTIVITY_RULE.id,
    title: FACT_NAMES['activity.status'],
    concludes: ['activity.status'],
    text: `SHIPPING if the newest meaningful ship is at most ${span(ACTIVITY_RULE.shippingMs)} old, ACTIVE if it is at most ${span(ACTIVITY_RULE.activeMs)} old or two are at most ${span(ACTIVITY_RULE.activeTwiceMs)} old, QUIET up to ${span(ACTIVITY_RULE.dormantMs)}, then DORMANT. QUIET and DORMANT need readings that covered the silence, on the chain too. A move down needs a reading after its boundary of every code source and of every source whose ships stand, and ${span(ACTIVITY_RULE.settleMs)} of grace. A first status below SHIPPING is not confirmed before every source was read.`,
  },
  {
    id: COMEBACK_RULE.id,
    title: 'Return to shipping',
    concludes: ['activity.status'],
    text: `RESUMED for ${span(COMEBACK_RULE.standsMs)} after a dated ship that ended a gap of at least ${span(COMEBACK_RULE.gapMs)}. Sources attached and read before the gap must have watched all of it.`,
  },
  {
    id: MOMENTUM_RULE.id,
    title: 'Build Momentum',
    concludes: ['build.momentum'],
    text: `From 0 to 100: ${points.recency} · recency + ${points.consistency} · consistency + ${points.variety} · variety + ${points.hosts} · hosts. Recency is the sum over the counted ships of ${counted(MOMENTUM_RULE.windowDays, 'day')} of weight (${weights.release} for a release, feature, integration or upgrade, ${weights.deployment} for a deployment, ${weights.docs} for docs, a code week or a prerelease week) times backing (${backing['source-verified']} verified, ${backing['source-linked']} linked) times e^(−age in days / ${MOMENTUM_RULE.decayDays}), full at ${MOMENTUM_RULE.saturation}. Consistency is full with ${MOMENTUM_RULE.weeks} active weeks of ${MOMENTUM_RULE.weeks}, variety with ${MOMENTUM_RULE.dimensions} dimensions, hosts with ${MOMENTUM_RULE.hosts}; it is unknown while a project without a ship was watched for less than ${span(MOMENTUM_RULE.watchedMs)}.`,
  },
]

import { ATTENTION_RULE } from '#domain/attention/attention.ts'
import { GAP_RULE } from '#domain/attention/gap.ts'
import { RADAR_RULE } from '#domain/attention/radar.ts'
import { HELD_RULE } from '#domain/collecting/held.ts'
import { WATCHING_RULE } from '#domain/collecting/watching.ts'
import { USE_RULE } from '#domain/contracts/contract-use.ts'
import { COVERAGE_RULE } from '#domain/project/coverage.ts'
import { FACT_NAMES } from '#domain/project/evidence-words.ts'
import { LAUNCH_STAGE_RULE } from '#domain/project/launch-stage.ts'
import { RESEARCH_RULE } from '#domain/project/research-level.ts'
import { SIGNALS_RULE } from '#domain/project/signals.ts'
import { BUILDING_STATUSES, STILL_BUILDING_RULE } from '#domain/project/still-building.ts'
import { VERIFICATION_RULE } from '#domain/project/verification.ts'
import { DECLARATIONS_RULE } from '#domain/site/declarations.ts'
import { NOISE_RULE } from '#domain/site/noise.ts'
import { counted, percent, type Rule, span } from './rule.ts'

const BUILDING = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(BUILDING_STATUSES)

/** The rules of sources, coverage, research, signals and ranking. */
export const PROJECT_RULES: readonly Rule[] = [
  {
    id: WATCHING_RULE.id,
    title: 'Reading and watching',
    concludes: ['activity.status', 'coverage'],
    text: `A reading is fresh for ${WATCHING_RULE.freshCadences} cadences of its stream, and for at least ${span(WATCHING_RULE.freshAtLeastMs)}. A stream is readable while its last successful reading is at most ${WATCHING_RULE.readableCadences} cadences old, or ${span(WATCHING_RULE.readableAtLeastMs)} if that is longer. On-chain sources are measured while they showed a ship in ${span(WATCHING_RULE.chainWindowMs)}. A self-reported source, and one of a kind that nothing reads yet, is not watched, so its silence is no finding; building is NOT_APPLICABLE where only a source of such a kind could show it.`,
  },
  {
    id: HELD_RULE.id,
    title: 'How long a conclusion holds',
    concludes: ['history', 'report'],
    text: `A conclusion holds until ${span(HELD_RULE.afterReadingMs)} after the last reading that supports it, and while evaluations confirm it at most ${span(HELD_RULE.afterEvaluationMs)} apart. After that it is STALE, on every surface and for every day. The same conclusion found again begins anew, and the time between stays unknown.`,
  },
  {
    id: COVERAGE_RULE.id,
    title: 'Coverage',
    concludes: ['coverage'],
    text: 'Each dimension has the state of its readings, never a score: the least readable of its sources decides; where several read the same thing, the most readable does, or the least readable while none was read (NO_SOURCE where each has nothing by its newest fresh answer). Token verification has the state of the readings that show the verdict, or else of the sites that speak for the project. Locks are NOT_ENOUGH_YET while locks of a locker were not read. A dimension is NOT_APPLICABLE where its question does not arise, building also where nothing reads the kind of the registered sources, and contracts also where another project has each of them.',
  },
  {
    id: RESEARCH_RULE.id,
    title: FACT_NAMES['research.level'],
    concludes: ['research.level'],
    text: `INDEXED if the project is known by its contract, RESEARCHED if a counted public source is corroborated and was read, VERIFIED_BUILDER if source-verified ships also show work of at least ${counted(RESEARCH_RULE.workDaysAtLeast, 'day')}. Work that was not read is none here. Only withdrawn evidence lowers a level.`,
  },
  {
    id: VERIFICATION_RULE.id,
    title: FACT_NAMES['token.verification'],
    concludes: ['token.verification'],
    text: "VERIFIED if a text that names the token was signed by its deployer or owner and the signature was checked, the project's own site names it, or a deploy record of its repository was read and names it. MISMATCH if its site names another contract as its token. UNVERIFIED otherwise, with the reason; a signature is stronger than the site, and the site than the repository. While a site, a deploy record or a signature was never tried, the verdict is not confirmed.",
  },
  {
    id: LAUNCH_STAGE_RULE.id,
    title: FACT_NAMES['token.launch_stage'],
    concludes: ['token.launch_stage'],
    text: `The last of these that a log in a final block shows: CREATED if the launch factory opened a curve for the token, BONDING if it traded there, COMPLETED if the factory closed the curve, MIGRATED if the pool that it then named logged liquidity. MIGRATED stays; any other stage needs a reading of the logs at most ${WATCHING_RULE.readableCadences} cadences old, or ${span(WATCHING_RULE.readableAtLeastMs)} if that is longer. It is unknown for a token without a curve of a registered factory.`,
  },
  {
    id: DECLARATIONS_RULE.id,
    title: 'Site declarations',
    concludes: ['sourcechange'],
    text: `The links, sitemap sections, llms.txt, security.txt and API description of an official site are compared with the last reading of each. A site that is a path of a host has only what is at that path and below. An entry is removed when two readings of its part in a row lack it, and a reading that is the first to lack one adds none. A part that could not be read is not compared, and neither is one with more than ${DECLARATIONS_RULE.entriesAtMost.toLocaleString('en-US')} entries.`,
  },
  {
    id: NOISE_RULE.id,
    title: 'Sites that change at each reading',
    concludes: ['sourcechange'],
    text: `A change is noise if each part that differs also differed in the ${NOISE_RULE.changesInRow - 1} changes before, and no reading of it between them showed the same. In an ISO week noise is an event only if no earlier change of the site was an event, and the event says that it is noise. Every change is recorded.`,
  },
  {
    id: STILL_BUILDING_RULE.id,
    title: 'Still building',
    concludes: ['still_building'],
    text: `True while the activity status is ${BUILDING} and the project began at least ${span(STILL_BUILDING_RULE.sinceMs)} ago, with its token's launch or its first ship, whichever is earlier.`,
  },
  {
    id: SIGNALS_RULE.id,
    title: 'Development signals',
    concludes: ['accelerating', 'slowing', 'launch'],
    text: `Accelerating if the last ${span(SIGNALS_RULE.windowMs)} have at least ${SIGNALS_RULE.factor} times the meaningful ships of the ${span(SIGNALS_RULE.windowMs)} before, and at least ${SIGNALS_RULE.moreAtLeast} more; slowing is the reverse. Both need ${span(SIGNALS_RULE.watchedMs)} of readings, without blocks that no node keeps. A launch is a signal for ${span(SIGNALS_RULE.launchStandsMs)}.`,
  },
  {
    id: ATTENTION_RULE.id,
    title: 'Attention',
    concludes: ['attention'],
    text: `Stars and watchers of the counted repositories, and the number of external registries that list the token. A reading older than ${span(ATTENTION_RULE.freshMs)} is unknown. Nothing that can be bought or traded is a measure.`,
  },
  {
    id: GAP_RULE.id,
    title: 'Discovery Gap',
    concludes: ['discovery_gap'],
    text: `The rank of a project by momentum minus its rank by attention, among at least ${counted(GAP_RULE.cohortAtLeast, 'project')} with both and with ${GAP_RULE.measuresAtLeast} measures of attention. Under the radar is HELD with status ${BUILDING}, a rank by momentum of at least ${GAP_RULE.momentumAtLeast}, a rank by attention of at most ${GAP_RULE.attentionAtMost}, at least ${counted(GAP_RULE.shipsAtLeast, 'ship')} in 30 days of which ${GAP_RULE.beyondCodeWeeksAtLeast} is more than a code week, and a gap of at least ${GAP_RULE.gapToEnter}, or ${GAP_RULE.gapToStay} to stay. No market figure is an input.`,
  },
  {
    id: RADAR_RULE.id,
    title: 'Radar',
    concludes: ['radar'],
    text: `The score is ${percent(RADAR_RULE.weights.building)} the percentile of Build Momentum, ${percent(RADAR_RULE.weights.use)} the percentile of decoded calls to the project's contracts in seven complete days, and ${percent(RADAR_RULE.weights.research)} the research level. An unknown part counts like the lowest that is known, so that it never helps. Calls that were last read more than ${span(USE_RULE.collectedAtMost)} ago are unknown, and a project without Build Momentum has no score. No market figure is an input.`,
  },
]

export type Equivalent = {
  readonly file: string
  /** The change as a run prints it, without its place. */
  readonly change: string
  /** The trimmed line where the change begins, if the file has the same change elsewhere. */
  readonly line?: string
  readonly reason: string
}

/** Reviewed changes that no input can tell from the code. A change that a test could notice does not belong here. */
export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'src/domain/ledger/wording.ts',
    change: '/^[!-~…]+(?: [!-~…]+)*$/ → /^[!-~…]+(?: [!-~…]+)$/',
    reason: 'Fewer texts take the short way; the long way gives the same line.',
  },
  {
    file: 'src/domain/ledger/wording.ts',
    change: '/^[!-~…]+(?: [!-~…]+)*$/ → /^[!-~…]+(?: [!-~…])*$/',
    reason: 'Fewer texts take the short way; the long way gives the same line.',
  },
  {
    file: 'src/domain/market/figures.ts',
    change: 'reading === undefined || usd === null → reading === undefined && usd === null',
    reason: 'The figure is null exactly when there is no reading; the compiler needs both.',
  },
  {
    file: 'src/domain/market/valuation.ts',
    change: 'reading.valuation === null → false',
    reason: 'Only readings with a valuation get here; the compiler needs the condition.',
  },
  {
    file: 'src/domain/market/integrity.ts',
    change: 'newest === undefined → false',
    line: 'if (newest === undefined) return false',
    reason: 'Something is shown only where a reading is; the compiler needs the condition.',
  },
  {
    file: 'src/domain/ships/activity.ts',
    change: "status === 'RESUMED' → false",
    reason: 'RESUMED lasts 14 days, so a reading before its end is earlier than 30 days after its ship.',
  },
  {
    file: 'src/domain/ships/activity.ts',
    change: 'ORDER.indexOf(a) < ORDER.indexOf(b) → ORDER.indexOf(a) <= ORDER.indexOf(b)',
    reason: 'At the same place both are the same status.',
  },
  {
    file: 'src/domain/ships/activity.ts',
    change: 'ORDER.indexOf(before) < ORDER.indexOf(then) → ORDER.indexOf(before) <= ORDER.indexOf(then)',
    reason: 'At the same place both are the same status.',
  },
  {
    file: 'src/domain/project/nearest-names.ts',
    change: 'one.slug < other.slug → one.slug <= other.slug',
    reason: 'No two projects have one slug.',
  },
  {
    file: 'src/domain/project/relationships.ts',
    change: 'kind === undefined → false',
    reason: 'The kind and the node are undefined for the same sources; the compiler needs both.',
  },
  {
    file: 'src/domain/project/relationships.ts',
    change: 'node === undefined → false',
    reason: 'The kind and the node are undefined for the same sources; the compiler needs both.',
  },
  {
    file: 'src/domain/project/named-inside.ts',
    change: String.raw`/\s+/ → /\s/`,
    reason: 'The empty words between two spaces are left out afterwards.',
  },
  {
    file: 'src/domain/reports/monthly-report.ts',
    change: 'a.state < b.state → a.state <= b.state',
    reason: 'Of two equal states either is the same answer.',
  },
  {
    file: 'src/domain/ships/activity.ts',
    change: 'from === null → false',
    reason: 'Silence is judged of streams that were read; the compiler needs the condition.',
  },
  {
    file: 'src/domain/ships/activity.ts',
    change: 'from === null || stream.lastOkAt === null → false',
    reason: 'Silence is judged of streams that were read; the compiler needs the condition.',
  },
  {
    file: 'src/evaluate/days.ts',
    change: 'ids.filter((id) => last.has(id)) → ids',
    reason: 'The longer span of a first run replaces the shorter one of the same project.',
  },
  {
    file: 'src/evaluate/card.ts',
    change: "claim.kind === 'UNKNOWN' → true",
    line: "return claim.kind === 'UNKNOWN' && claim.reason === 'NOT_APPLICABLE'",
    reason: 'Only an unknown claim has a reason; the compiler needs the condition.',
  },
  {
    file: 'src/evaluate/card.ts',
    change: 'a.id < b.id → a.id <= b.id',
    reason: 'No two signals have one id.',
  },
  {
    file: 'src/evaluate/due.ts',
    change: 'msOf(at) < msOf(earliest) → msOf(at) <= msOf(earliest)',
    reason: 'Of two equal instants either is the same answer.',
  },
  {
    file: 'src/evaluate/project.ts',
    change: 'observedAt === null → false',
    reason: 'The time is null exactly while the status is unknown; the compiler needs the condition.',
  },
  {
    file: 'src/evaluate/project.ts',
    change: '\'NOT_ENOUGH_YET\' → ""',
    reason: 'The time is null exactly while the status is unknown, which is answered before.',
  },
  {
    file: 'src/views/agent/claims/coverage.ts',
    change: 'first === undefined → false',
    reason: 'A group of streams has one; the compiler needs the condition.',
  },
  {
    file: 'src/views/site/pages.ts',
    change: '\'\' → "Stryker was here!"',
    line: "const [name = ''] = rule.split('@')",
    reason: 'A text has a part before the first @; the compiler needs the default.',
  },
  {
    file: 'src/views/lists/projects.ts',
    change: '[] → ["Stryker was here"]',
    line: 'export function listRule({ tab, status, has = [] }: ListQuery): string | undefined {',
    reason: 'No fact has this name, so that the list has none of the facts.',
  },
  {
    file: 'src/views/markup/document.ts',
    change: '{ html: false, linkify: false, typographer: false } → {}',
    reason: 'These are the defaults of the renderer, stated because raw HTML must stay off.',
  },
  {
    file: 'src/views/markup/document.ts',
    change: 'token?.map?.[0] → token?.map[0]',
    reason: 'Every heading has its lines; the compiler needs the condition.',
  },
  {
    file: 'src/views/markup/document.ts',
    change: 'given === null → false',
    reason: 'Every link has an address; the compiler needs the condition.',
  },
  {
    file: 'src/evaluate/rank.ts',
    change: 'placed === undefined → false',
    reason: 'A ranking has every candidate; the compiler needs the condition.',
  },
  {
    file: 'src/ledger/content.ts',
    change: 'a < b → a <= b',
    reason: 'No two keys of an object are equal.',
  },
  {
    file: 'src/ledger/feed.ts',
    change: 'last === undefined → false',
    line: 'nextCursor: last === undefined || entries.length <= limit ? null : browseCursorOf(last.firstPosition),',
    reason: 'A list without a last row has no more entries than the limit; the compiler needs the condition.',
  },
  {
    file: 'src/ledger/revisions.ts',
    change: 'msOf(last) > msOf(now) → msOf(last) >= msOf(now)',
    reason: 'Of two equal instants either is the same answer.',
  },
  {
    file: 'src/ledger/revisions.ts',
    change: 'msOf(detectedAt) >= msOf(occurredAt) → msOf(detectedAt) > msOf(occurredAt)',
    reason: 'Of two equal instants either is the same answer.',
  },
  {
    file: 'src/ledger/ledger-spans.ts',
    change: '\'ledger\' → ""',
    reason: 'Every other word than that of the evaluation asks for the causes of the ledger.',
  },
  {
    file: 'src/ledger/ledger-spans.ts',
    change: 'revision.projectId === null → false',
    reason: 'No span is of a project without an id; the compiler needs the condition.',
  },
]

import { type Finding, nameOf } from './finding.ts'
import { type Exchange, entriesOf, type History, type Visibility } from './history.ts'

/** An answer that names a project after its hiding has returned, and before it is published again. */
export function hiddenShown(history: History): readonly Finding[] {
  const exchanges = entriesOf(history, 'exchange').filter(({ status }) => status === 200)
  const acts = entriesOf(history, 'visibility')
  return acts
    .filter(({ becomes }) => becomes === 'hidden')
    .flatMap((act) => {
      const until = publishedAgainAt(act, acts)
      return exchanges
        .filter((read) => read.sentAt > act.endedAt && read.endedAt < until && names(read, act.slug))
        .map(
          (read) =>
            ({ property: 'hidden project is shown', detail: `${act.slug}: ${nameOf(read)}` }) as const,
        )
    })
}

function publishedAgainAt(act: Visibility, acts: readonly Visibility[]): number {
  const again = acts.find(
    ({ slug, becomes, begunAt }) => slug === act.slug && becomes === 'published' && begunAt > act.endedAt,
  )
  return again?.begunAt ?? Number.POSITIVE_INFINITY
}

/** Whether the body has the slug as a whole word: as a value, or at the end of an address. */
function names({ body }: Exchange, slug: string): boolean {
  return body.includes(`"${slug}"`) || body.includes(`/${slug}"`)
}

import type { Project, Source, Stream } from '../world/state.ts'
import { streamOf } from './known.ts'

const NO_CODE = new Set(['data', 'documentation', 'art'])

export function isCode({ kind }: Project): boolean {
  return !NO_CODE.has(kind ?? '')
}

/** The counted repositories that not only the project itself declares. */
export function codeSources(project: Project): readonly Source[] {
  return project.sources.filter(
    ({ kind, counted, establishedBy }) =>
      kind === 'github_repository' && counted && establishedBy !== 'self_reported',
  )
}

/** The code sources. A repository that answers "not found" is left out while another remains. */
export function answeringSources(project: Project, now: number): readonly Source[] {
  const sources = codeSources(project)
  const found = sources.filter(
    (source) => streamOf(source, 'releases')?.readings.findLast(({ at }) => at <= now)?.outcome !== 'missing',
  )
  return found.length > 0 ? found : sources
}

/** The streams of a code source that must be read before a silence is a finding. */
export function codeStreamsOf(source: Source): readonly (Stream | undefined)[] {
  return ['releases', 'commits'].map((name) => streamOf(source, name))
}

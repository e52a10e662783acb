import { distance } from 'fastest-levenshtein'
import type { ProjectCandidate } from './project-candidate.ts'

/** Maximum number of projects in a guess. */
const MOST = 3
/** Number of letters for which one wrong letter is still near. */
const LETTERS_PER_FAULT = 3

/** Prefixes of unknown words, under which projects with a similar name are found. */
export function beginningsOf(words: string): readonly string[] {
  const lengths = [words.length - 1, 4, 3].filter((length) => length >= 3 && length < words.length)
  return [...new Set(lengths.map((length) => words.slice(0, length)))]
}

/** The projects whose slug, name or ticker is nearly these words, the nearest first. */
export function nearestNames(
  words: string,
  found: readonly ProjectCandidate[],
): readonly Pick<ProjectCandidate, 'slug' | 'name'>[] {
  const lowered = words.toLowerCase()
  const faults = ({ slug, name, token }: ProjectCandidate) => {
    const names = [slug, name, token?.symbol, token?.symbolDeclared].filter((one) => typeof one === 'string')
    return Math.min(...names.map((one) => distance(lowered, one.toLowerCase())))
  }
  const bySlug = new Map(found.map((project) => [project.slug, project]))
  return [...bySlug.values()]
    .map((project) => ({ slug: project.slug, name: project.name, faults: faults(project) }))
    .filter((one) => one.faults <= Math.floor(lowered.length / LETTERS_PER_FAULT))
    .toSorted((one, other) => one.faults - other.faults || (one.slug < other.slug ? -1 : 1))
    .slice(0, MOST)
    .map(({ slug, name }) => ({ slug, name }))
}

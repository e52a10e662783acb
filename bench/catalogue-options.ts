/** The options of a benchmark on one generated catalogue, except its number of projects. */
export const CATALOGUE_OPTIONS = {
  'events-each': { type: 'string', default: '20' },
  data: { type: 'string', default: '.data/bench' },
} as const

/** The size of the catalogue that options describe. */
export function sizeOf(values: { readonly projects: string; readonly 'events-each': string }) {
  const projects = Number.parseInt(values.projects, 10)
  return { projects, events: projects * Number.parseInt(values['events-each'], 10) }
}

/** The options of a benchmark that measures one generated catalogue, besides its number of projects. */
export const CATALOGUE_OPTIONS = {
  'events-each': { type: 'string', default: '20' },
  data: { type: 'string', default: '.data/bench' },
} as const

/** How many projects and events the catalogue has. */
export function sizeOf(values: { readonly projects: string; readonly 'events-each': string }) {
  const projects = Number.parseInt(values.projects, 10)
  return { projects, events: projects * Number.parseInt(values['events-each'], 10) }
}

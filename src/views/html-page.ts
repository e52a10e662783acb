import { escaped } from './markup.ts'

/** The head of a page for people. It runs no script, and loads nothing but images of the service itself. */
export function htmlHead(page: {
  readonly title: string
  readonly canonical: string
  readonly feed?: string
}) {
  const { title, canonical, feed } = page
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    feed === undefined
      ? ''
      : `<link rel="alternate" type="application/rss+xml" title="${escaped(title)}" href="${escaped(feed)}">`,
    `<link rel="canonical" href="${escaped(canonical)}"><style>${STYLE}</style></head>`,
  ].join('\n')
}

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}dt{font-weight:600}'

import type { Slug } from '#contract/ids.ts'
import { REFERENCE_PAGE } from '../reference/addresses.ts'
import { type Documents, GUIDES } from './documents.ts'
import type { Site } from './links.ts'
import { ACCOUNT_PAGE, DEVELOPERS_PAGE, guidePage, METHODOLOGY_PAGE } from './pages.ts'

/** A link for developers, and what is there. */
export type DeveloperLink = { readonly href: string; readonly words: string; readonly says: string }

export const DEVELOPERS_SAY =
  'Read by HTTP, MCP or A2A without a key. With a key, signed webhooks tell you of changes.'

/** Interfaces and descriptions: the path of each and what it is for. */
export const INTERFACES: readonly DeveloperLink[] = [
  { href: REFERENCE_PAGE, words: 'API reference', says: 'each operation and event type, with real answers' },
  { href: ACCOUNT_PAGE, words: 'Account', says: 'API keys and webhooks, by passkey' },
  { href: '/api', words: 'Index of the API', says: 'every read with its address' },
  { href: '/openapi.json', words: 'OpenAPI 3.1', says: 'the description of the API, with the webhooks' },
  { href: '/openapi-3.0.json', words: 'OpenAPI 3.0', says: 'the same for tools that do not read 3.1' },
  { href: '/llms.txt', words: 'llms.txt', says: 'the guide for language models' },
  { href: '/api/agent', words: 'Agent contract', says: 'questions that are answered with claims to cite' },
  { href: '/.well-known/agent-card.json', words: 'Agent card', says: 'the skills over A2A' },
  { href: '/.well-known/ai-catalog.json', words: 'AI catalog', says: 'the cards of the agent interfaces' },
  {
    href: '/schemas/agent-research-receipt.v1.json',
    words: 'Receipt schema',
    says: 'the form of a research receipt',
  },
]

/** What changes: the ledger, the changelog, the rules, and whether figures are fresh. */
export const NEWS: readonly DeveloperLink[] = [
  { href: `${DEVELOPERS_PAGE}/changelog`, words: 'Changelog', says: 'what callers can see, by day' },
  { href: `${DEVELOPERS_PAGE}/changelog/feed.xml`, words: 'Changelog as a feed', says: 'RSS' },
  { href: '/feed/ships.xml', words: 'Ships as a feed', says: 'RSS, the newest ships of all projects' },
  {
    href: '/api/changes',
    words: 'Ledger of changes',
    says: 'every recorded change, with a cursor to follow',
  },
  { href: '/status', words: 'Status', says: 'whether today’s figures are fresh' },
  { href: METHODOLOGY_PAGE, words: 'Methodology', says: 'the rule behind every conclusion' },
]

/** The guides with their titles. */
export function guideLinks({ guides }: Documents): readonly DeveloperLink[] {
  return GUIDES.map(({ name, says }) => ({ href: guidePage(name), words: guides[name].title, says }))
}

/** Requests to begin with, about a published project where there is one. */
export function firstRequests(
  { slug }: { readonly slug: Slug | undefined },
  { baseUrl }: Site,
): readonly { readonly says: string; readonly command: string }[] {
  const project = `/api/projects/${slug === undefined ? 'SLUG' : slug}`
  return [
    { says: 'What is known of a project now, and how old is it?', path: `${project}/snapshot` },
    { says: 'Why is its status what it is?', path: `${project}/explain?fact=activity.status` },
    { says: 'What changed, in the order of the ledger?', path: '/api/changes?after=c1.0' },
  ].map(({ says, path }) => ({ says, command: `curl '${baseUrl}${path}'` }))
}

/** The start page for developers as Markdown. */
export function developersMarkdown(
  of: { readonly slug: Slug | undefined; readonly guides: readonly DeveloperLink[] },
  site: Site,
): string {
  const listOf = (links: readonly DeveloperLink[]) =>
    links.map(({ href, words, says }) => `- [${words}](${site.baseUrl}${href}): ${says}`).join('\n')
  return [
    '# Developers',
    DEVELOPERS_SAY,
    '## First requests',
    ...firstRequests(of, site).flatMap(({ says, command }) => [says, `\`\`\`sh\n${command}\n\`\`\``]),
    '## Guides',
    listOf(of.guides),
    '## Interfaces',
    listOf(INTERFACES),
    '## What changes',
    `${listOf(NEWS)}\n`,
  ].join('\n\n')
}

import { Type } from 'typebox'
import { LIMITS } from '../limits.ts'
import { definePublicRead, NO_INPUT } from '../operation.ts'
import changelogExamples from './examples/changelog.json' with { type: 'json' }
import changelogFeedExamples from './examples/changelog-feed.json' with { type: 'json' }

const shared = { input: NO_INPUT, tag: 'Pages and images' } as const

export const changelog = definePublicRead({
  ...shared,
  name: 'changelog',
  operationId: 'getChangelog',
  path: '/developers/changelog',
  output: Type.String({ $id: 'ChangelogHtml', title: 'ChangelogHtml', description: 'An HTML page' }),
  media: 'text/html',
  summary: 'Get the changelog as a page',
  description:
    'A plain HTML page with the policy of versioning and the changes that callers can see, newest day first: what was added, changed and deprecated, and truth repairs.',
  examples: changelogExamples,
})

export const changelogFeed = definePublicRead({
  ...shared,
  name: 'changelogFeed',
  operationId: 'getChangelogFeed',
  path: '/developers/changelog/feed.xml',
  output: Type.String({ $id: 'ChangelogFeed', title: 'ChangelogFeed', description: 'An RSS 2.0 feed' }),
  media: 'application/rss+xml',
  summary: 'Get the changelog as RSS',
  description: `The ${LIMITS.changelogFeedItems} newest entries of the changelog, as RSS 2.0. An entry keeps its guid.`,
  examples: changelogFeedExamples,
})

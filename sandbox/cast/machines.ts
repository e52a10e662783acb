import { packageFrom, people, siteAt } from './patterns.ts'
import type { CastMember } from './plan.ts'

/** Members whose commits are not a person's work. They have no background events. */
export const machines: readonly CastMember[] = [
  {
    slug: 'hedgerow',
    demonstrates: 'only bots and merges: weeks that do not count',
    background: [],
    repositories: [
      {
        fullName: 'hedgerow/hedgerow',
        createdDay: -330,
        stars: 48,
        homepage: 'https://hedgerow.example',
        description: 'Boundary checks for bridges.',
        streams: [
          { style: 'dependabot', author: 'dependabot[bot]', from: -119, to: -0.5, perWeek: 7 },
          { style: 'merge', author: 'mara-field', from: -119, to: -0.4, perWeek: 4 },
          { style: 'whitespace', author: 'format-helper[bot]', from: -80, to: -1, perWeek: 1 },
        ],
      },
    ],
    site: siteAt('hedgerow.example', {
      title: 'Hedgerow',
      tagline: 'Boundary checks for bridges.',
      repository: 'hedgerow/hedgerow',
    }),
    packages: [
      packageFrom('hedgerow-check', {
        repository: 'hedgerow/hedgerow',
        monthlyDownloads: 150,
        version: '0.2.0',
        day: -119,
      }),
    ],
  },
  {
    slug: 'metronome',
    demonstrates: 'a script that commits every 25 minutes under a human login',
    background: [],
    repositories: [
      {
        fullName: 'metronome-data/feed',
        createdDay: -90,
        stars: 12,
        homepage: 'https://metronome.example',
        description: 'Hourly figures.',
        streams: [
          { style: 'stats', author: 'lior-banks', from: -20, to: -0.02, perWeek: 403.2, regular: true },
          people('lior-banks', { from: -88, to: -70, perWeek: 3 }),
        ],
      },
    ],
    site: siteAt('metronome.example', {
      title: 'Metronome',
      tagline: 'Hourly figures.',
      repository: 'metronome-data/feed',
    }),
    packages: [
      packageFrom('metronome-feed', {
        repository: 'metronome-data/feed',
        monthlyDownloads: 75,
        version: '0.1.0',
        day: -86,
      }),
    ],
  },
  {
    slug: 'ledgerleaf',
    demonstrates: 'a week of one-line data edits by a person: commits without substance',
    background: [],
    repositories: [
      {
        fullName: 'ledgerleaf/registry',
        createdDay: -150,
        stars: 27,
        homepage: 'https://ledgerleaf.example',
        description: 'A list of verified vaults.',
        streams: [{ style: 'data', author: 'sefa-moor', from: -60, to: -0.3, perWeek: 58 }],
      },
    ],
    site: siteAt('ledgerleaf.example', {
      title: 'Ledgerleaf',
      tagline: 'A list of verified vaults.',
      repository: 'ledgerleaf/registry',
    }),
    packages: [
      packageFrom('ledgerleaf', {
        repository: 'ledgerleaf/registry',
        monthlyDownloads: 61,
        version: '1.0.0',
        day: -59,
      }),
    ],
  },
]

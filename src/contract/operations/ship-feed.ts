import { Type } from 'typebox'
import { LIMITS } from '../limits.ts'
import { definePublicRead, NO_INPUT } from '../operation.ts'
import examples from './examples/ship-feed.json' with { type: 'json' }

export const shipFeed = definePublicRead({
  name: 'shipFeed',
  operationId: 'getShipFeed',
  path: '/feed/ships.xml',
  input: NO_INPUT,
  output: Type.String({ $id: 'ShipFeed', title: 'ShipFeed', description: 'An RSS 2.0 feed' }),
  media: 'application/rss+xml',
  tag: 'Pages and images',
  summary: 'Get the newest counted ships as RSS',
  description: `The ${LIMITS.feedItems} newest ships of published projects that count, as RSS 2.0. The guid of an item is its evidence id and never changes. Its link is the public source, or the receipt where there is none. A ship that no source dates is placed at its detection and has no pubDate.`,
  examples,
})

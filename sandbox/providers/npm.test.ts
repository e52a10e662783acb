import { expect, test } from 'vitest'
import { act } from '../actions/index.ts'
import { buildWorld } from '../world/build.ts'
import { answerRegistry } from './npm.ts'

const epoch = Date.parse('2026-11-21T12:00:00Z')

type Dist = { readonly integrity: string; readonly shasum: string }

test('[R92] each version of a package has an integrity, and one with the same content has the same', () => {
  const world = buildWorld({ seed: 'npm', epoch })
  const name = world.members.get('oldmill')?.plan.packages?.[0]?.name ?? ''
  const versions = () => {
    const answer = answerRegistry(
      {
        method: 'GET',
        path: `/${encodeURIComponent(name)}`,
        query: new URLSearchParams(),
        headers: {},
        origin: '',
        body: Buffer.alloc(0),
      },
      { world, now: () => epoch },
    )
    const { versions } = JSON.parse(answer.body.toString()) as { versions: Record<string, { dist: Dist }> }
    return Object.values(versions).map(({ dist }) => dist)
  }
  act(world, { action: 'release', slug: 'oldmill', at: epoch })
  act(world, { action: 'release-version', slug: 'oldmill', at: epoch + 1000 })
  act(world, { action: 'release-version', slug: 'oldmill', at: epoch + 2000 })
  const [own, again, onceMore] = versions().slice(-3)
  expect([again, onceMore]).toEqual([own, own])
  expect(own?.integrity).toMatch(/^sha512-[\w+/]{86}==$/)
  expect(new Set(versions().map(({ shasum }) => shasum)).size).toBe(versions().length - 2)
})

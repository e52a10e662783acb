import { describe, expect, it } from 'vitest'
import { openBreaker } from './breaker.ts'
import { ChainFailure, type ChainFailureKind } from './failure.ts'

describe('openBreaker', () => {
  const open = () => {
    const clock = { ms: 0 }
    const ask = openBreaker({ slowMs: 100, missesInARow: 2, restMs: 1000 }, () => clock.ms)
    /** Sends a request of the given duration. Returns whether it was sent. */
    const question = async (tookMs: number, fails: ChainFailureKind | false = false) => {
      let wasAsked = false
      const outcome = ask(async () => {
        wasAsked = true
        clock.ms += tookMs
        if (fails !== false) throw new ChainFailure(fails, 'failed')
        return 'answered'
      })
      const [settled] = await Promise.allSettled([outcome])
      return { wasAsked, status: settled.status }
    }
    return { clock, question }
  }

  it('opens after a number of consecutive slow requests, answered or not, and then allows one again', async () => {
    const { clock, question } = open()
    expect(await question(200)).toEqual({ wasAsked: true, status: 'fulfilled' })
    expect(await question(200, 'unavailable')).toEqual({ wasAsked: true, status: 'rejected' })
    expect(await question(1)).toEqual({ wasAsked: false, status: 'rejected' })
    clock.ms += 1000
    expect(await question(1)).toEqual({ wasAsked: true, status: 'fulfilled' })
  })

  it('opens again at once while the node is slow', async () => {
    const { clock, question } = open()
    await question(200)
    await question(200)
    clock.ms += 1000
    await question(200)
    expect(await question(1)).toMatchObject({ wasAsked: false })
  })

  it('does not open for fast failures or for single slow requests', async () => {
    const { question } = open()
    for (const [tookMs, fails] of [
      [200, false],
      [1, 'unavailable'],
      [200, 'unavailable'],
      [1, false],
      [100, 'unavailable'],
      [100, 'unavailable'],
    ] as const) {
      expect(await question(tookMs, fails)).toMatchObject({ wasAsked: true })
    }
  })

  it('[R39] does not open for late answers about many blocks, and stays open while they come', async () => {
    const { question } = open()
    for (let asked = 0; asked < 3; asked += 1)
      expect(await question(200, 'late')).toMatchObject({ wasAsked: true })
    await question(200)
    await question(200, 'late')
    await question(200)
    expect(await question(1)).toMatchObject({ wasAsked: false })
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inParts, ProjectsFailed } from './in-parts.ts'

const someProjects = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 60 })

test('the projects that fail by themselves are left out, and every other one is handled once', async () => {
  await fc.assert(
    fc.asyncProperty(someProjects, fc.func(fc.boolean()), async (projectIds, fails) => {
      const failing = projectIds.filter((id) => fails(id))
      const { done, failed } = await inParts(projectIds, async (ids) => {
        const one = ids.find((id) => failing.includes(id))
        if (one !== undefined) throw new Error(one)
        return ids
      })
      expect(done.flat()).toEqual(projectIds.filter((id) => !failing.includes(id)))
      expect(failed).toEqual(failing.map((projectId) => ({ projectId, cause: new Error(projectId) })))
    }),
  )
})

test('projects that fail only together are all handled', async () => {
  const { done, failed } = await inParts(['a', 'b', 'c'], async (ids) => {
    if (ids.length > 1) throw new Error('too many')
    return ids
  })
  expect(done).toEqual([['a'], ['b'], ['c']])
  expect(failed).toEqual([])
})

test('a failure of the database is thrown, and no project is blamed for it', async () => {
  const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  let tries = 0
  const handled = inParts(['a', 'b'], () => {
    tries += 1
    return Promise.reject(away)
  })
  await expect(handled).rejects.toBe(away)
  expect(tries).toBe(1)
})

test('the message names three of the projects', () => {
  const failed = ['a', 'b', 'c', 'd', 'e'].map((projectId) => ({
    projectId,
    cause: new Error(`no ${projectId}`),
  }))
  expect(new ProjectsFailed(failed, {}).message).toBe(
    'Projects were left out, and the others went on: a: no a; b: no b; c: no c and 2 more',
  )
})

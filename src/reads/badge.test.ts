import { describe, expect, test } from 'vitest'
import { storeListed } from '#test/given/listed-project.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'

const service = await httpServiceOfFile()

describe('a badge', () => {
  test('is an image with text, and any cache may store it for a minute [contract GET /badge/{slug}.svg]', async () => {
    const slug = await storeListed({ project: { name: `<script>&"'${'x'.repeat(60)}` } }, service.database)
    const answer = await service.get(`/badge/${slug}.svg`)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^image\/svg\+xml/),
      'cache-control': expect.stringContaining('max-age=60'),
    })
    expect(answer.text).toContain('<title id="badge-title">&lt;script&gt;&amp;&quot;&#39;xxx')
    expect(answer.text).not.toContain('<script')
  })

  test.each([
    ['/badge/ABC.svg', 400],
    ['/badge/never-was.svg', 404],
    ['/badge/never-was.png', 404],
    ['/badge/never-was', 404],
  ])('%s is refused', async (path, status) => {
    expect((await service.get(path)).status).toBe(status)
  })

  test('refuses an unknown theme', async () => {
    const slug = await storeListed({}, service.database)
    const { status, body } = await service.get(`/badge/${slug}.svg?theme=pink`)
    expect([status, body['error']]).toEqual([400, 'invalid_parameter'])
  })
})

import { expect, test } from 'vitest'
import { correctionLink } from './correction.ts'

const PAGE = 'https://svc.example/a'

test.each([
  ['https://fix.example/new', undefined, 'https://fix.example/new?page=https%3A%2F%2Fsvc.example%2Fa'],
  [
    'https://fix.example/new?kind=error',
    'ship:1',
    'https://fix.example/new?kind=error&evidence=ship%3A1&page=https%3A%2F%2Fsvc.example%2Fa',
  ],
  [
    'mailto:errors@svc.example',
    undefined,
    'mailto:errors@svc.example?subject=Correction&body=Page%3A%20https%3A%2F%2Fsvc.example%2Fa',
  ],
  [
    'mailto:errors@svc.example',
    'ship:1',
    'mailto:errors@svc.example?subject=Correction&body=Evidence%3A%20ship%3A1%0APage%3A%20https%3A%2F%2Fsvc.example%2Fa',
  ],
  [undefined, 'ship:1', undefined],
])('a correction that is sent to %s about %s names the page', (to, about, link) => {
  expect(correctionLink({ to, about, page: PAGE })).toBe(link)
})

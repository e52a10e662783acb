import { expect, test } from 'vitest'
import { saysNotFound } from './not-found-title.ts'

test.each([
  '404',
  '404.',
  'Error 404',
  'HTTP 404',
  '404 error',
  '404 Not Found',
  '404 – page not found',
  '404: This page could not be found',
  '404: NOT_FOUND',
  'Not Found',
  'Page not found',
  'Page Not Found | Lumen',
  'Lumen – Page not found',
  'Lumen | 404',
  '404 - Lumen Labs',
  'Error 404 - Lumen',
  'Error 404 (Not Found)!!1',
  'Site not found · GitHub Pages',
  'Sorry, this page doesn’t exist',
  "This page doesn't exist.",
  'The page you are looking for does not exist',
  'Oops! That page can’t be found. – Lumen',
  '404 Page Not Found :: Lumen',
  'Lumen   -   Page not found   |   Lumen Labs',
])('%j says that the page is not there', (title) => {
  expect(saysNotFound(title)).toBe(true)
})

test.each([
  '',
  'Pandora | ERC-404',
  'ERC404 Swap',
  'ERC 404',
  'DN404 by Vectorized',
  'Lumen: the ERC-404 exchange',
  '404 Labs',
  '404DAO',
  'Error 404 Society',
  'Not Found Collective',
  'The Not Found Collective | Art',
  'Page Not Found Studio',
  'Lost and not found',
  'Why 404 pages matter',
  'A world that does not exist',
  'The token that does not exist yet',
  'Room 404 Hotel | Book now',
  'Lumen | 4040 receipts a day',
  '404 Media: news of the internet',
])('%j is the title of a page', (title) => {
  expect(saysNotFound(title)).toBe(false)
})

import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { searchWords } from '../parameters/list-parameters.ts'
import { required } from '../parameters/parameter.ts'
import { Suggestions } from '../shapes/suggest.ts'
import examples from './examples/suggest.json' with { type: 'json' }

export const suggest = definePublicRead({
  name: 'suggest',
  operationId: 'suggestProjects',
  path: '/api/search/suggest',
  input: {
    path: {},
    query: {
      q: required(
        searchWords(
          LIMITS.suggestQuery,
          'Words; each begins a word of the name, ticker, slug, former slug or contract',
        ),
      ),
    },
  },
  output: Suggestions,
  tag: 'Projects',
  summary: 'Suggest projects for a search',
  description:
    'At most eight published projects that match the words typed so far: name, ticker, contract and the path of the page. Two projects may share a ticker; the contract tells them apart.',
  examples,
})

import { ENDPOINTS, FIELDS, LIMIT_NAMES, PARAMETERS, VALUES } from './contract-items.ts'
import { BODY_ROWS } from './shown-by/body-fields.ts'
import { CALL_ROWS } from './shown-by/calls.ts'
import { ENDPOINT_ROWS, ENDPOINT_WALKS } from './shown-by/endpoints.ts'
import { CODE_ROWS } from './shown-by/error-codes.ts'
import { TYPE_ROWS, TYPE_WALKS } from './shown-by/event-types.ts'
import { FIELD_ROWS } from './shown-by/fields.ts'
import { LIMIT_ROWS } from './shown-by/limits.ts'
import { PARAMETER_ROWS, PARAMETER_WALKS } from './shown-by/parameters.ts'
import { VALUE_ROWS } from './shown-by/values.ts'
import { SHAPE_ROWS } from './shown-by/whole-shapes.ts'
import type { Section } from './shown-items.ts'

/** What the contract names, by kind, with the tests that show it. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Endpoints',
    items: ENDPOINTS,
    rows: [...ENDPOINT_ROWS, ...CALL_ROWS],
    walks: ENDPOINT_WALKS,
    walked: false,
  },
  {
    title: 'Parameters',
    items: PARAMETERS,
    rows: [...PARAMETER_ROWS, ...BODY_ROWS],
    walks: PARAMETER_WALKS,
    walked: true,
  },
  { title: 'Fields', items: FIELDS, rows: [...SHAPE_ROWS, ...FIELD_ROWS], walks: [], walked: false },
  {
    title: 'Values',
    items: VALUES,
    rows: [...VALUE_ROWS, ...TYPE_ROWS, ...CODE_ROWS],
    walks: TYPE_WALKS,
    walked: false,
  },
  { title: 'Limits', items: LIMIT_NAMES, rows: LIMIT_ROWS, walks: [], walked: false },
]

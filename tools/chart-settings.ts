import { type SETTINGS as All, SETTINGS } from '#app/settings.ts'

/** Settings that the chart or the image sets itself. */
const SET_BY_CHART: readonly string[] = [
  'PORT',
  'HOST',
  'MONITORING_PORT',
  'DATA_DIR',
  'CATALOGUE_DIR',
  'NODE_ENV',
]

type Setting = (typeof All)[keyof typeof All]

/** The schema of the chart's `settings`: every setting that is no secret and that the chart does not set itself. */
export function schemasOfChartSettings(): Readonly<Record<string, object>> {
  const shown = Object.entries<Setting>(SETTINGS).filter(
    ([name, setting]) => !('isSecret' in setting) && !SET_BY_CHART.includes(name),
  )
  return Object.fromEntries(shown.map(([name, setting]) => [name, schemaOf(setting)]))
}

function schemaOf({ form, does }: Setting): object {
  const {
    description,
    pattern,
    enum: values,
    minLength,
  } = form as {
    readonly description?: string
    readonly pattern?: string
    readonly enum?: readonly string[]
    readonly minLength?: number
  }
  const described = description === undefined ? does : `${does}. Form: ${description}`
  return { type: 'string', description: described, pattern, enum: values, minLength }
}

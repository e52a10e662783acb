import { DASHBOARDS, type Dashboard, type Panel } from '../deploy/grafana/dashboards.ts'
import { writeGenerated } from './generated-file.ts'

/** Writes deploy/grafana/dashboards from their description. With --check it fails if a file differs. */
/** Grafana's grid is 24 wide. */
const ACROSS = 3
const WIDTH = 8
const HEIGHT = 8
/** The data source, as deploy/grafana/provisioning names it. */
const DATASOURCE = { type: 'prometheus', uid: 'prometheus' }

for (const dashboard of DASHBOARDS) {
  const path = `deploy/grafana/dashboards/${dashboard.name}.json`
  const text = `${JSON.stringify(grafanaOf(dashboard), null, 2)}\n`
  await writeGenerated({ path, text, from: 'its description', script: 'dashboards' })
}

function grafanaOf({ name, title, panels }: Dashboard) {
  return {
    uid: name,
    title,
    tags: ['svc'],
    schemaVersion: 39,
    version: 1,
    editable: false,
    time: { from: 'now-6h', to: 'now' },
    refresh: '1m',
    panels: panels.map(panelOf),
  }
}

function panelOf({ title, says, unit, lines }: Panel, place: number) {
  return {
    id: place + 1,
    type: 'timeseries',
    title,
    description: says,
    datasource: DATASOURCE,
    gridPos: {
      x: (place % ACROSS) * WIDTH,
      y: Math.floor(place / ACROSS) * HEIGHT,
      w: WIDTH,
      h: HEIGHT,
    },
    fieldConfig: { defaults: { unit, min: 0, custom: { lineWidth: 2, spanNulls: false } }, overrides: [] },
    options: {
      legend: { displayMode: 'list', placement: 'bottom' },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: lines.map(({ expr, legend }, index) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + index),
      datasource: DATASOURCE,
      expr,
      legendFormat: legend,
    })),
  }
}

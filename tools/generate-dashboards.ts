import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DASHBOARDS, type Dashboard, type Panel } from '../deploy/grafana/dashboards.ts'

/** Writes deploy/grafana/dashboards from their description. With --check it fails if a file differs. */
const TARGET = join(import.meta.dirname, '../deploy/grafana/dashboards')
/** Grafana's grid is 24 wide. */
const [ACROSS, WIDTH, HEIGHT] = [3, 8, 8]
/** As deploy/grafana/provisioning names it. */
const DATASOURCE = { type: 'prometheus', uid: 'prometheus' }

for (const dashboard of DASHBOARDS) {
  const path = join(TARGET, `${dashboard.name}.json`)
  const text = `${JSON.stringify(grafanaOf(dashboard), null, 2)}\n`
  if (!process.argv.includes('--check')) {
    await writeFile(path, text)
  } else if (text !== (await readFile(path, 'utf8'))) {
    console.error(`deploy/grafana/dashboards/${dashboard.name}.json differs: run npm run dashboards`)
    process.exitCode = 1
  }
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

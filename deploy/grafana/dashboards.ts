/** A line of a panel: an expression, and what names its series. */
type Line = { readonly expr: string; readonly legend: string }
export type Panel = {
  readonly title: string
  /** What a reader concludes from it. */
  readonly says: string
  /** Grafana's name of the unit. */
  readonly unit: 's' | 'reqps' | 'percentunit' | 'short' | 'bytes'
  readonly lines: readonly Line[]
}
export type Dashboard = {
  /** The name of its file, and its id in addresses. */
  readonly name: string
  readonly title: string
  readonly panels: readonly Panel[]
}

/** Answers that count for the objective of answers, as deploy/prometheus/rules.yml has them. */
const ANSWERS = 'operation!~"health|none|readiness"'
const by = (label: string, expr: string): Line => ({ expr, legend: `{{${label}}}` })
/** Every process has the same figures of the database. */
const same = (label: string, metric: string): Line => by(label, `max by (${label}) (${metric})`)
const one = (legend: string, metric: string): Line => ({ expr: `max(${metric})`, legend })
const perProcess = (metric: string): Line => ({ expr: metric, legend: '{{job}} {{instance}}' })

const answers: Dashboard = {
  name: 'svc-answers',
  title: 'Answers and processes',
  panels: [
    {
      title: 'Processes that answer',
      says: '0: Prometheus cannot read the metrics of the process',
      unit: 'short',
      lines: [perProcess('up{job=~"svc-.+"}')],
    },
    {
      title: 'Database reached',
      says: '0: the process does not reach PostgreSQL',
      unit: 'short',
      lines: [perProcess('svc_database_reachable')],
    },
    {
      title: 'Answers by status',
      says: 'Requests a second, by status class',
      unit: 'reqps',
      lines: [by('status', `sum by (status) (rate(svc_requests_total{${ANSWERS}}[5m]))`)],
    },
    {
      title: 'Share of 5xx answers',
      says: 'The objective allows 0.1 % of a month; 1.44 % in an hour and in five minutes pages',
      unit: 'percentunit',
      lines: [
        { expr: 'svc:answers_failed:share5m', legend: '5 minutes' },
        { expr: 'svc:answers_failed:share1h', legend: '1 hour' },
        { expr: 'svc:answers_failed:share6h', legend: '6 hours' },
        { expr: 'svc:answers_failed:share3d', legend: '3 days' },
      ],
    },
    {
      title: 'Time to answer',
      says: 'Half, 95 % and 99 % of the answers are at most this slow',
      unit: 's',
      lines: ['0.5', '0.95', '0.99'].map((quantile) => ({
        expr: `histogram_quantile(${quantile}, sum by (le) (rate(svc_request_seconds_bucket{${ANSWERS}}[5m])))`,
        legend: quantile,
      })),
    },
    {
      title: 'Slowest operations',
      says: '95 % of the answers of an operation are at most this slow',
      unit: 's',
      lines: [
        by(
          'operation',
          `topk(8, histogram_quantile(0.95, sum by (le, operation) (rate(svc_request_seconds_bucket{${ANSWERS}}[15m]))))`,
        ),
      ],
    },
    {
      title: 'Refusals by code',
      says: 'Refused requests a second',
      unit: 'reqps',
      lines: [by('code', 'sum by (code) (rate(svc_refusals_total[5m]))')],
    },
    {
      title: 'Response cache',
      says: 'Lookups a second, by result',
      unit: 'reqps',
      lines: [by('result', 'sum by (result) (rate(svc_answer_cache_lookups_total[5m]))')],
    },
    {
      title: 'Requests in progress, and refused by overload',
      says: 'Refusals by overload are answered 503',
      unit: 'short',
      lines: [
        perProcess('svc_requests_in_flight'),
        { expr: 'sum(rate(svc_refused_overload_total[5m]))', legend: 'refused a second' },
      ],
    },
    {
      title: 'Items left out of lists',
      says: 'Each is a defect of one record, and logged',
      unit: 'short',
      lines: [by('operation', 'sum by (operation) (increase(svc_items_left_out_total[1h]))')],
    },
    {
      title: 'Database connections',
      says: 'Callers that wait show a pool that is too small, or a slow database',
      unit: 'short',
      lines: [by('state', 'sum by (state) (svc_database_connections)')],
    },
    {
      title: 'Memory',
      says: 'Resident memory',
      unit: 'bytes',
      lines: [perProcess('process_resident_memory_bytes')],
    },
    {
      title: 'Processor',
      says: 'Cores in use',
      unit: 'short',
      lines: [perProcess('rate(process_cpu_seconds_total[5m])')],
    },
    {
      title: 'Event loop',
      says: '99 % of the delays of the event loop are at most this long',
      unit: 's',
      lines: [perProcess('nodejs_eventloop_lag_p99_seconds')],
    },
    {
      title: 'Version',
      says: 'More than one line during an upgrade',
      unit: 'short',
      lines: [by('version', 'count by (version) (svc_build_info)')],
    },
  ],
}

const facts: Dashboard = {
  name: 'svc-facts',
  title: 'Providers and facts',
  panels: [
    {
      title: 'Age of the newest reading',
      says: 'Seconds since a provider was last read with success',
      unit: 's',
      lines: [same('provider', 'svc_provider_reading_age_seconds')],
    },
    {
      title: 'Age against the tolerance',
      says: 'Above 1 the provider is silent',
      unit: 'short',
      lines: [same('provider', 'svc_provider_reading_age_seconds / svc_provider_tolerance_seconds')],
    },
    {
      title: 'Share of time that a provider was silent',
      says: 'The objective allows 1 % of a month; 14.4 % in an hour and in five minutes pages',
      unit: 'percentunit',
      lines: [
        { expr: 'svc:provider_silent:share1h', legend: '{{provider}}, 1 hour' },
        { expr: 'svc:provider_silent:share3d', legend: '{{provider}}, 3 days' },
      ],
    },
    {
      title: 'State other than answering',
      says: 'Outage, cool-off, a budget that is used up, or no reading for days',
      unit: 'short',
      lines: [
        {
          expr: 'max by (provider, state) (svc_provider_state{state!="answering"}) == 1',
          legend: '{{provider}} {{state}}',
        },
      ],
    },
    {
      title: 'Readings by outcome',
      says: 'Readings a second of all processes',
      unit: 'reqps',
      lines: [
        {
          expr: 'sum by (provider, outcome) (rate(svc_readings_total[15m]))',
          legend: '{{provider}} {{outcome}}',
        },
      ],
    },
    {
      title: 'Fresh streams',
      says: 'Share of the streams that were read within three of their cadences',
      unit: 'percentunit',
      lines: [
        by(
          'provider',
          'max by (provider) (svc_provider_streams{state="fresh"}) / max by (provider) (svc_provider_streams{state="all"})',
        ),
      ],
    },
    {
      title: 'Budget left',
      says: 'Share of the requests of the day (UTC) that is left',
      unit: 'percentunit',
      lines: [
        by(
          'provider',
          'min by (provider) (svc_provider_budget_left) / max by (provider) (svc_provider_budget_limit)',
        ),
      ],
    },
    {
      title: 'Age of the safe block',
      says: 'Grows while the nodes answer and the chain stands still',
      unit: 's',
      lines: [one('safe block', 'svc_chain_safe_block_age_seconds')],
    },
    {
      title: 'Age of the last success of a pipeline, in cadences',
      says: 'Above 3 the pipeline is late',
      unit: 'short',
      lines: [same('pipeline', 'svc_pipeline_success_age_seconds / svc_pipeline_cadence_seconds')],
    },
    {
      title: 'Runs that failed',
      says: 'Runs of a pipeline that failed in the last hour',
      unit: 'short',
      lines: [by('pipeline', 'sum by (pipeline) (increase(svc_pipeline_runs_total{result="failed"}[1h]))')],
    },
    {
      title: 'Time in pipelines',
      says: 'Seconds of each second that a pipeline runs',
      unit: 'short',
      lines: [by('pipeline', 'sum by (pipeline) (rate(svc_pipeline_run_seconds_total[15m]))')],
    },
  ],
}

const ledger: Dashboard = {
  name: 'svc-ledger',
  title: 'Ledger and deliveries',
  panels: [
    {
      title: 'Age of the newest entry',
      says: 'Grows while nothing new is found, whatever the readings say',
      unit: 's',
      lines: [one('newest entry', 'svc_ledger_head_age_seconds')],
    },
    {
      title: 'Age of the last complete run',
      says: 'Grows while nothing writes the ledger, or a project stops it',
      unit: 's',
      lines: [one('last run', 'svc_ledger_run_age_seconds')],
    },
    {
      title: 'Entries written',
      says: 'Entries of the last hour, by kind',
      unit: 'short',
      lines: [by('kind', 'sum by (kind) (increase(svc_ledger_entries_total[1h]))')],
    },
    {
      title: 'Head',
      says: 'The newest position',
      unit: 'short',
      lines: [one('position', 'svc_ledger_head')],
    },
    {
      title: 'Age of the backlog',
      says: 'How long the oldest delivery waits that may be sent now',
      unit: 's',
      lines: [one('oldest delivery', 'svc_webhook_backlog_age_seconds')],
    },
    {
      title: 'Deliveries pending and dead',
      says: 'Pending: queued or to be tried again. Dead: given up in the last five minutes',
      unit: 'short',
      lines: [one('pending', 'svc_webhook_deliveries_pending'), one('dead', 'svc_webhook_deliveries_dead')],
    },
    {
      title: 'Attempts by outcome',
      says: 'Attempts of the last five minutes',
      unit: 'short',
      lines: [same('outcome', 'svc_webhook_attempts')],
    },
    {
      title: 'Time of an attempt',
      says: 'Half and 99 % of the attempts of the last five minutes took at most this long',
      unit: 's',
      lines: [same('quantile', 'svc_webhook_attempt_seconds')],
    },
    {
      title: 'Disabled subscriptions',
      says: 'Disabled after ten dead deliveries in a row',
      unit: 'short',
      lines: [one('disabled', 'svc_webhook_disabled_endpoints')],
    },
  ],
}

/** Every dashboard. `npm run dashboards` writes them for Grafana. */
export const DASHBOARDS: readonly Dashboard[] = [answers, facts, ledger]

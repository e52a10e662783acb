"""Asks ten operations with the Python client of openapi-generator."""

import sys
from datetime import date

import openapi_client as svc

base, slug, token = sys.argv[1:]
with svc.ApiClient(svc.Configuration(host=base)) as client:
    projects = svc.ProjectsApi(client)
    print(len(projects.list_projects(limit=1, claims="none").items))
    print(projects.get_project(slug).name)
    print(projects.get_project_snapshot(slug).identity.name)
    print(projects.get_coverage(slug).project.slug)
    records = svc.ProjectRecordsApi(client)
    print(records.get_project_diff(slug, date(2026, 11, 1), date(2026, 11, 10)).state.value)
    changes = svc.ChangeLedgerApi(client).list_changes(type=["build.release", "build.ship"])
    print(len(changes.items))
    print(svc.PartnerReadsApi(client).get_partner_card(token).svc_status.value)
    print(svc.ContractsAndTokensApi(client).look_up_token(4663, token).status.value)
    print(svc.AgentsApi(client).get_agent_card().name)
    print(svc.ServiceApi(client).get_status().version)

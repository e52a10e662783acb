"""Asks which projects ship now."""

import sys

import openapi_client as svc

with svc.ApiClient(svc.Configuration(host=sys.argv[1])) as client:
    page = svc.ProjectsApi(client).list_projects(limit=3, claims="none")
    for project in page.items:
        print(project.name, project.status.value)

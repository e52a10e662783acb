"""Asks which projects ship now."""

import sys

import openapi_client as svc

with svc.ApiClient(svc.Configuration(host=sys.argv[1])) as client:
    answer = svc.ProjectsApi(client).list_projects(limit=3, claims="none")
    for project in answer.items:
        print(project.name, project.status.value)

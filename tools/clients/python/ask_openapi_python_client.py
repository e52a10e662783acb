"""Asks ten operations with the client of openapi-python-client. It sends a list as repeated parameters."""

import sys
from datetime import date

from svc_client import Client
from svc_client.api.agents import get_agent_card
from svc_client.api.change_ledger import list_changes
from svc_client.api.contracts_and_tokens import look_up_token
from svc_client.api.partner_reads import get_partner_card
from svc_client.api.project_records import get_project_diff
from svc_client.api.projects import get_coverage, get_project, get_project_snapshot, list_projects
from svc_client.api.service import get_status
from svc_client.models import ChangeType

base, slug, token = sys.argv[1:]
client = Client(base_url=base, raise_on_unexpected_status=True)
print(len(list_projects.sync(client=client, limit=1).items))
print(get_project.sync(slug, client=client).name)
print(get_project_snapshot.sync(slug, client=client).identity.name)
print(get_coverage.sync(slug, client=client).project.slug)
print(get_project_diff.sync(slug, client=client, from_=date(2026, 11, 1), to=date(2026, 11, 10)).state.value)
print(len(list_changes.sync(client=client, type_=[ChangeType.BUILD_RELEASE]).items))
print(get_partner_card.sync(client=client, token=token).svc_status.value)
print(look_up_token.sync(4663, token, client=client).status.value)
print(get_agent_card.sync(client=client).name)
print(get_status.sync(client=client).version)

import java.time.LocalDate;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** Asks ten operations with the Java client of openapi-generator. */
public class Ask {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(args[0]);
    String slug = args[1];
    String token = args[2];
    ProjectsApi projects = new ProjectsApi(client);
    ProjectList list =
        projects.listProjects(
            null, null, null, null, null, null, null, null, null, ClaimsChoice.NONE, 1, null);
    System.out.println(list.getItems().size());
    System.out.println(projects.getProject(slug).getName());
    System.out.println(projects.getProjectSnapshot(slug).getIdentity().getName());
    System.out.println(projects.getCoverage(slug).getProject().getSlug());
    ProjectRecordsApi records = new ProjectRecordsApi(client);
    Diff diff = records.getProjectDiff(slug, LocalDate.of(2026, 11, 1), LocalDate.of(2026, 11, 10));
    System.out.println(diff.getState().getValue());
    List<ChangeType> types = List.of(ChangeType.BUILD_RELEASE, ChangeType.BUILD_SHIP);
    ChangeList changes =
        new ChangeLedgerApi(client)
            .listChanges(null, null, null, null, null, null, null, types, null, null, null);
    System.out.println(changes.getItems().size());
    PartnerCard card = new PartnerReadsApi(client).getPartnerCard(token, null, null, null);
    System.out.println(card.getSvcStatus().getValue());
    TokenLookup found = new ContractsAndTokensApi(client).lookUpToken(4663, token);
    System.out.println(found.getStatus().getValue());
    System.out.println(new AgentsApi(client).getAgentCard().getName());
    System.out.println(new ServiceApi(client).getStatus().getVersion());
  }
}

import org.openapitools.client.ApiClient;
import org.openapitools.client.api.ProjectsApi;
import org.openapitools.client.model.ClaimsChoice;
import org.openapitools.client.model.ProjectCard;

/** Asks which projects ship now. */
public class FirstCall {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(args[0]);
    ProjectsApi projects = new ProjectsApi(client);
    for (ProjectCard project :
        projects
            .listProjects(null, null, null, null, null, null, null, null, null, ClaimsChoice.NONE, 3, null)
            .getItems()) System.out.println(project.getName() + " " + project.getStatus().getValue());
  }
}

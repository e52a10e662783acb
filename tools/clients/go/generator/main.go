// Asks ten operations with the Go client of openapi-generator.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"clients/generator/svc"
)

func must[T any](answer T, _ *http.Response, err error) T {
	if err != nil {
		panic(err)
	}
	return answer
}

func main() {
	ctx, slug, token := context.Background(), os.Args[2], os.Args[3]
	configuration := svc.NewConfiguration()
	configuration.Servers = svc.ServerConfigurations{{URL: os.Args[1]}}
	client := svc.NewAPIClient(configuration)
	projects := must(client.ProjectsAPI.ListProjects(ctx).Limit(1).Claims(svc.CLAIMSCHOICE_NONE).Execute())
	fmt.Println(len(projects.Items))
	fmt.Println(must(client.ProjectsAPI.GetProject(ctx, slug).Execute()).Name)
	fmt.Println(must(client.ProjectsAPI.GetProjectSnapshot(ctx, slug).Execute()).Identity.Name)
	fmt.Println(must(client.ProjectsAPI.GetCoverage(ctx, slug).Execute()).Project.Slug)
	diff := client.ProjectRecordsAPI.GetProjectDiff(ctx, slug).From("2026-11-01").To("2026-11-10")
	fmt.Println(must(diff.Execute()).State)
	types := []svc.ChangeType{"build.release", "build.ship"}
	fmt.Println(len(must(client.ChangeLedgerAPI.ListChanges(ctx).Type_(types).Execute()).Items))
	fmt.Println(must(client.PartnerReadsAPI.GetPartnerCard(ctx).Token(token).Execute()).SvcStatus)
	fmt.Println(must(client.ContractsAndTokensAPI.LookUpToken(ctx, 4663, token).Execute()).Status)
	fmt.Println(must(client.AgentsAPI.GetAgentCard(ctx).Execute()).Name)
	fmt.Println(must(client.ServiceAPI.GetStatus(ctx).Execute()).Version)
}

// Asks ten operations with the client of oapi-codegen.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"clients/oapi/svc"
)

func day(of int) openapi_types.Date {
	return openapi_types.Date{Time: time.Date(2026, time.November, of, 0, 0, 0, 0, time.UTC)}
}

func must[T any](answer T, err error) T {
	if err != nil {
		panic(err)
	}
	return answer
}

func main() {
	ctx, slug, token := context.Background(), os.Args[2], os.Args[3]
	client := must(svc.NewClientWithResponses(os.Args[1]))
	limit, none := 1, svc.ClaimsChoice("none")
	projects := must(client.ListProjectsWithResponse(ctx, &svc.ListProjectsParams{Limit: &limit, Claims: &none}))
	fmt.Println(len(projects.JSON200.Items))
	fmt.Println(must(client.GetProjectWithResponse(ctx, slug)).JSON200.Name)
	fmt.Println(must(client.GetProjectSnapshotWithResponse(ctx, slug)).JSON200.Identity.Name)
	fmt.Println(must(client.GetCoverageWithResponse(ctx, slug)).JSON200.Project.Slug)
	span := svc.GetProjectDiffParams{From: day(1), To: day(10)}
	fmt.Println(must(client.GetProjectDiffWithResponse(ctx, slug, &span)).JSON200.State)
	types := []svc.ChangeType{"build.release", "build.ship"}
	changes := must(client.ListChangesWithResponse(ctx, &svc.ListChangesParams{Type: &types}))
	fmt.Println(len(changes.JSON200.Items))
	card := must(client.GetPartnerCardWithResponse(ctx, &svc.GetPartnerCardParams{Token: token}))
	fmt.Println(card.JSON200.SvcStatus)
	fmt.Println(must(client.LookUpTokenWithResponse(ctx, 4663, token)).JSON200.Status)
	fmt.Println(must(client.GetAgentCardWithResponse(ctx)).JSON200.Name)
	fmt.Println(must(client.GetStatusWithResponse(ctx)).JSON200.Version)
}

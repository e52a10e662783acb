// Asks which projects ship now.
package main

import (
	"context"
	"fmt"
	"os"

	"first/svc"
)

func main() {
	client, err := svc.NewClientWithResponses(os.Args[1])
	if err != nil {
		panic(err)
	}
	limit, claims := 3, svc.ClaimsChoice("none")
	answer, err := client.ListProjectsWithResponse(context.Background(), &svc.ListProjectsParams{Limit: &limit, Claims: &claims})
	if err != nil {
		panic(err)
	}
	for _, project := range answer.JSON200.Items {
		fmt.Println(project.Name, project.Status)
	}
}

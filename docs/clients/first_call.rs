//! Asks which projects ship now.
use openapi::apis::{configuration::Configuration, projects_api};
use openapi::models::ClaimsChoice;

fn main() {
    let base_path = std::env::args().nth(1).expect("the address of the service");
    let at = Configuration { base_path, ..Configuration::default() };
    let none = Some(ClaimsChoice::None);
    let list = projects_api::list_projects(&at, None, None, None, None, None, None, None, None, None, none, Some(3), None);
    for project in list.expect("an answer").items {
        println!("{} {}", project.name, project.status);
    }
}

//! Asks ten operations with the Rust client of openapi-generator.
use chrono::NaiveDate;
use openapi::apis::{agents_api, change_ledger_api, contracts_and_tokens_api, partner_reads_api};
use openapi::apis::{configuration::Configuration, project_records_api, projects_api, service_api};
use openapi::models::{ChangeType, ClaimsChoice};

fn day(of: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, of).expect("a day of November")
}

fn main() {
    let [base, slug, token] = std::env::args().skip(1).collect::<Vec<_>>().try_into().expect("three arguments");
    let at = Configuration { base_path: base, ..Configuration::default() };
    let (slug, token) = (slug.as_str(), token.as_str());
    let none = Some(ClaimsChoice::None);
    let list = projects_api::list_projects(&at, None, None, None, None, None, None, None, None, None, none, Some(1), None);
    println!("{}", list.unwrap().items.len());
    println!("{}", projects_api::get_project(&at, slug).unwrap().name);
    println!("{}", projects_api::get_project_snapshot(&at, slug).unwrap().identity.name);
    println!("{}", projects_api::get_coverage(&at, slug).unwrap().project.slug);
    println!("{}", project_records_api::get_project_diff(&at, slug, day(1), day(10)).unwrap().state);
    let types = Some(vec![ChangeType::BuildRelease, ChangeType::BuildShip]);
    let changes = change_ledger_api::list_changes(&at, None, None, None, None, None, None, None, types, None, None, None);
    println!("{}", changes.unwrap().items.len());
    println!("{}", partner_reads_api::get_partner_card(&at, token, None, None, None).unwrap().svc_status);
    println!("{}", contracts_and_tokens_api::look_up_token(&at, 4663, token).unwrap().status);
    println!("{}", agents_api::get_agent_card(&at).unwrap().name);
    println!("{}", service_api::get_status(&at).unwrap().version);
}

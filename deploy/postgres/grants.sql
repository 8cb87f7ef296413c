-- What the service may do, as a role that owns nothing. Run it as the owner of the tables, in each database, after each migration.
-- Safe to repeat. docs/audit-log.md says why the audit log is an exception.
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO vintem_service;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO vintem_service;
REVOKE UPDATE, DELETE ON audit_log FROM vintem_service;
-- Keys of expired cards are destroyed with TRUNCATE.
GRANT TRUNCATE ON short_lived_keys TO vintem_service;

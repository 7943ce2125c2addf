package io.dateline.persistence.journal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * What runs in an H2 server when rows are written or asked for, and is not of the journal's schema:
 * in a journal that had no password anybody could have put it there. What is of ours is taken away,
 * too, for a stranger can make it do something else: {@link WritersInTurn} is made anew.
 */
final class ForeignCode {
  // Each gives statements that take something away; what others depend on comes last. H2 lists a
  // trigger once for each kind of statement, a function once for each list of parameters.
  private static final List<String> REMOVALS =
      List.of(
          """
          SELECT 'DROP TRIGGER IF EXISTS "' || REPLACE(TRIGGER_SCHEMA, '"', '""') || '"."'
            || REPLACE(TRIGGER_NAME, '"', '""') || '"' FROM INFORMATION_SCHEMA.TRIGGERS""",
          """
          SELECT 'DROP VIEW IF EXISTS "' || REPLACE(TABLE_NAME, '"', '""') || '" CASCADE'
            FROM INFORMATION_SCHEMA.VIEWS WHERE TABLE_SCHEMA = 'PUBLIC'""",
          """
          SELECT 'ALTER TABLE "' || TABLE_NAME || '" DROP CONSTRAINT "'
            || REPLACE(CONSTRAINT_NAME, '"', '""') || '"'
            FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS
            WHERE TABLE_SCHEMA = 'PUBLIC' AND CONSTRAINT_TYPE = 'CHECK'""",
          """
          SELECT 'ALTER TABLE "' || TABLE_NAME || '" ALTER COLUMN "' || COLUMN_NAME
            || '" DROP DEFAULT' FROM INFORMATION_SCHEMA.COLUMNS
            WHERE TABLE_SCHEMA = 'PUBLIC' AND COLUMN_DEFAULT IS NOT NULL
            AND COLUMN_DEFAULT <> 'FALSE'""",
          """
          SELECT 'ALTER TABLE "' || TABLE_NAME || '" ALTER COLUMN "' || COLUMN_NAME
            || '" DROP ON UPDATE' FROM INFORMATION_SCHEMA.COLUMNS
            WHERE TABLE_SCHEMA = 'PUBLIC' AND COLUMN_ON_UPDATE IS NOT NULL""",
          """
          SELECT 'DROP ' || CASE ROUTINE_TYPE WHEN 'AGGREGATE' THEN 'AGGREGATE' ELSE 'ALIAS' END
            || ' IF EXISTS "' || REPLACE(ROUTINE_NAME, '"', '""') || '"'
            FROM INFORMATION_SCHEMA.ROUTINES WHERE ROUTINE_SCHEMA = 'PUBLIC'""",
          """
          SELECT 'DROP SCHEMA "' || REPLACE(SCHEMA_NAME, '"', '""') || '" CASCADE'
            FROM INFORMATION_SCHEMA.SCHEMATA
            WHERE SCHEMA_NAME NOT IN ('PUBLIC', 'INFORMATION_SCHEMA')""");

  private ForeignCode() {}

  /**
   * Takes it away.
   *
   * @param administrator of the database
   */
  static void remove(Connection administrator) throws SQLException {
    try (Statement statement = administrator.createStatement()) {
      for (String removal : REMOVALS) {
        for (String order : JournalTables.texts(administrator, removal)) {
          statement.execute(order);
        }
      }
    }
  }
}

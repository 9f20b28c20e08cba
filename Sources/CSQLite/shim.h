#include <sqlite3.h>

// sqlite3_config takes arguments of any kind, which Swift cannot pass.
static inline int sqlite3_config_without_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

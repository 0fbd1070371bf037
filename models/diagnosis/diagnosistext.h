#pragma once

#include <QCoreApplication>

namespace yardmaster {

/// Translates the texts of the files of this folder in one context.
struct DiagnosisText
{
    Q_DECLARE_TR_FUNCTIONS(Diagnosis)
};

} // namespace yardmaster
